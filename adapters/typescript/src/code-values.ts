/** Values of the codes of the registered formats, from tables where those are small. */
import { valueOf } from "./binary32.js";
import { type CodeDecoder, codeDecoder, FORMAT_WORDS, formatWidth } from "./format.js";

/** Values of all codes of a registered word of at most 16 bits. */
function tableOf(word: number): Float32Array {
  const decoder = codeDecoder(word);
  if (decoder === undefined) throw new Error(`word ${word} is not decodable`);
  return Float32Array.from({ length: 2 ** formatWidth(word) }, (_, code) => decoder(code));
}

export const E2M1 = tableOf(FORMAT_WORDS.e2m1);
export const E4M3 = tableOf(FORMAT_WORDS.e4m3);
export const E8M0 = tableOf(FORMAT_WORDS.e8m0);
export const BINARY16 = tableOf(FORMAT_WORDS.binary16);

export function at(table: Float32Array, code: number): number {
  return table[code] ?? NaN;
}

function lookUp(table: Float32Array): CodeDecoder {
  return (code) => at(table, code);
}

/** Codes have no bits above their width here. */
const DECODERS: ReadonlyMap<number, CodeDecoder> = new Map<number, CodeDecoder>([
  [FORMAT_WORDS.e2m1, lookUp(E2M1)],
  [FORMAT_WORDS.e4m3, lookUp(E4M3)],
  [FORMAT_WORDS.e8m0, lookUp(E8M0)],
  [FORMAT_WORDS.binary16, lookUp(BINARY16)],
  [FORMAT_WORDS.binary32, valueOf],
  [FORMAT_WORDS.u2, (code) => code],
  [FORMAT_WORDS.u4, (code) => code],
  [FORMAT_WORDS.u6, (code) => code],
  [FORMAT_WORDS.u8, (code) => code],
  [FORMAT_WORDS.s4, (code) => (code << 28) >> 28],
  [FORMAT_WORDS.s8, (code) => (code << 24) >> 24],
]);

/**
 * The meaning of a registered word's codes, each masked to the width already. Every word that a
 * grade's frame holds is registered, so an absent one is asked for nothing: NaN.
 */
export function valuesOf(word: number): CodeDecoder {
  return DECODERS.get(word) ?? (() => NaN);
}

//! Memory of the implementation, kept for the next request. A sanitizer's allocator takes a tenth of
//! a microsecond and more each time, and sees nothing in return: this code is compiled without it.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::ptr;

/// Blocks of 16, 32, … 4096 bytes; what is larger, or aligned to more, is the system's.
const CLASSES: usize = 9;
const SMALLEST: usize = 16;
const LARGEST: usize = SMALLEST << (CLASSES - 1);

/// A free block says which is the next of its size.
struct Block {
    next: *mut Block,
}

thread_local! {
    /// The free blocks of this thread, by size; they stay its own until the process ends.
    static FREE: [Cell<*mut Block>; CLASSES] =
        const { [const { Cell::new(ptr::null_mut()) }; CLASSES] };
}

/// The allocator; its state is the thread's.
pub struct Kept;

fn class_of(layout: Layout) -> Option<usize> {
    let kept = layout.align() <= SMALLEST && layout.size() <= LARGEST;
    kept.then(|| {
        let size = layout.size().max(SMALLEST).next_power_of_two();
        (size / SMALLEST).trailing_zeros() as usize
    })
}

fn with_list<R>(class: usize, with: impl FnOnce(&Cell<*mut Block>) -> R) -> Option<R> {
    FREE.try_with(|lists| lists.get(class).map(with)).ok().flatten()
}

// SAFETY: a block is in one list or with one owner, is as large and as aligned as its class says, and
// came from the system that way.
unsafe impl GlobalAlloc for Kept {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let Some(class) = class_of(layout) else {
            // SAFETY: the caller's promise.
            return unsafe { System.alloc(layout) };
        };
        let block = with_list(class, |list| {
            let block = list.get();
            if !block.is_null() {
                // SAFETY: what is in a list begins with a `Block`, which `dealloc` wrote.
                list.set(unsafe { (*block).next });
            }
            block
        });
        match block {
            Some(block) if !block.is_null() => block.cast(),
            // SAFETY: neither is 0, and the alignment is a power of two.
            _ => unsafe {
                System.alloc(Layout::from_size_align_unchecked(SMALLEST << class, SMALLEST))
            },
        }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        let Some(class) = class_of(layout) else {
            // SAFETY: the caller's promise; a layout of no class came from the system as it is.
            return unsafe { System.dealloc(memory, layout) };
        };
        let block = memory.cast::<Block>();
        let kept = with_list(class, |list| {
            // SAFETY: the block is the caller's to give, and has room and alignment for a `Block`.
            unsafe { block.write(Block { next: list.get() }) };
            list.set(block);
        });
        if kept.is_none() {
            // SAFETY: as it was allocated, see `alloc`.
            unsafe {
                System.dealloc(
                    memory,
                    Layout::from_size_align_unchecked(SMALLEST << class, SMALLEST),
                );
            }
        }
    }

    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: the caller's promise.
        let wanted = unsafe { Layout::from_size_align_unchecked(size, layout.align()) };
        match (class_of(layout), class_of(wanted)) {
            (Some(is), Some(will_be)) if is == will_be => memory,
            // SAFETY: the caller's promise; both are the system's.
            (None, None) => unsafe { System.realloc(memory, layout, size) },
            _ => {
                // SAFETY: the caller's promise; both blocks hold as much as is copied, and are two.
                unsafe {
                    let moved = self.alloc(wanted);
                    if !moved.is_null() {
                        ptr::copy_nonoverlapping(memory, moved, layout.size().min(size));
                        self.dealloc(memory, layout);
                    }
                    moved
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layout(size: usize, align: usize) -> Layout {
        Layout::from_size_align(size, align).unwrap_or_else(|_| Layout::new::<u8>())
    }

    #[test]
    fn classes() {
        let cases = [
            (1, 1, Some(0)),
            (16, 16, Some(0)),
            (17, 1, Some(1)),
            (32, 8, Some(1)),
            (33, 8, Some(2)),
            (4096, 1, Some(8)),
            (4097, 1, None),
            (16, 32, None),
        ];
        for (size, align, class) in cases {
            assert_eq!(class_of(layout(size, align)), class, "{size} bytes, aligned to {align}");
        }
    }

    #[test]
    fn a_block_comes_back_and_keeps_what_it_holds() {
        let (small, large) = (layout(20, 1), layout(5000, 1));
        // SAFETY: every block has the layout that it was allocated with.
        unsafe {
            let first = Kept.alloc(small);
            first.write_bytes(7, 20);
            let same = Kept.realloc(first, small, 32);
            assert_eq!(same, first);
            let moved = Kept.realloc(same, layout(32, 1), 5000);
            assert_eq!(std::slice::from_raw_parts(moved, 20), [7; 20]);
            assert_eq!(Kept.alloc(small), first, "it was free");
            let other = Kept.alloc(small);
            assert_ne!(other, first);
            let back = Kept.realloc(moved, large, 10);
            assert_eq!(std::slice::from_raw_parts(back, 10), [7; 10]);
            Kept.dealloc(back, layout(10, 1));
            Kept.dealloc(other, small);
            Kept.dealloc(first, small);
        }
    }
}

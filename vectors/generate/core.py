"""core.json: 68 entries in the shape that the tests of the published Python package read."""

import core_fingerprint
import core_negative
import core_positive
import core_supersedes
import gcp
import suite

COUNTS = {"vectors": 34, "negative": 15, "fingerprint": 16, "supersedes": 3}


def _grades(pair):
    table = {}
    for name, (canonical, stated_id) in suite.GRADES.items():
        got, grade_id, projection = pair.grade(canonical)
        if (got, grade_id) != (canonical, stated_id):
            raise gcp.Disagreement("%s differs from the registry of the specification" % name)
        table[name] = {"canonical": canonical, "grade_id": "0x%016x" % grade_id,
                       "decode_projection": projection}
    return table


def build(pair):
    document = suite.header("core")
    document["grades"] = _grades(pair)
    document["vectors"] = core_positive.build(pair)
    document["negative"] = core_negative.build(pair)
    document["fingerprint"] = core_fingerprint.build(pair)
    document["supersedes"] = core_supersedes.build(pair)
    if {key: len(document[key]) for key in COUNTS} != COUNTS:
        raise gcp.Disagreement("core.json has other counts than %r" % COUNTS)
    return {"core.json": document}

"""Checks bills of materials by the schema of CycloneDX 1.5: python bills.py FILE..."""

import pathlib
import sys

from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator

validator = JsonStrictValidator(SchemaVersion.V1_5)
if validator.validate_str('{"bomFormat": "CycloneDX", "specVersion": "1.5", "components": 1}') is None:
    sys.exit("the validator finds no fault where there is one")
for name in sys.argv[1:]:
    if fault := validator.validate_str(pathlib.Path(name).read_text()):
        sys.exit(f"{name}: {fault}")
    print(f"{pathlib.Path(name).name}: valid")

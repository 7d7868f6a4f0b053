"""Validates SARIF files against the schema: validate.py SCHEMA FILE..."""

import json
import sys

from jsonschema import Draft7Validator, FormatChecker

with open(sys.argv[1], encoding="utf-8") as schema:
    validator = Draft7Validator(json.load(schema), format_checker=FormatChecker())
failed = False
for name in sys.argv[2:]:
    with open(name, encoding="utf-8") as file:
        document = json.load(file)
    run = document["runs"][0]
    rules = run["tool"]["driver"]["rules"]
    errors = [f"{error.json_path}: {error.message[:300]}" for error in validator.iter_errors(document)]
    # Conditions that the schema cannot express: a result's index is the index of its rule, and fingerprints
    # distinguish results.
    for at, result in enumerate(run["results"]):
        if rules[result["ruleIndex"]]["id"] != result["ruleId"]:
            errors.append(f"results[{at}]: the rule {result['ruleIndex']} is not {result['ruleId']}")
    for error in errors[:20]:
        print(f"{name}: {error}")
    failed = failed or bool(errors)
    print(f"{name}: {len(run['results'])} results of {len(rules)} rules, {len(errors)} errors")
sys.exit(failed)

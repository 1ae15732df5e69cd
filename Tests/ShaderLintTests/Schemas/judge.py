#!/usr/bin/python3
"""Reads a report of shaderlint with what its consumers use, and ends with 1 if that is not possible.

usage: judge.py json FILE SCHEMA | sarif FILE | junit FILE TESTS FAILURES

json   by python3-jsonschema, against the schema that we publish
sarif  by python3-sarif-python-om, whose classes were made from the published SARIF 2.1.0 schema: each
       object may only have the properties of its class, and must have those that the class demands
junit  by python3-junitparser, which must count as many tests and failures as the arguments say
"""
import json
import sys

# Which class stands at a property that holds an object or a list of objects.
SARIF_CLASSES = {
    "runs": "Run", "tool": "Tool", "driver": "ToolComponent", "rules": "ReportingDescriptor",
    "shortDescription": "MultiformatMessageString", "fullDescription": "MultiformatMessageString",
    "help": "MultiformatMessageString", "defaultConfiguration": "ReportingConfiguration",
    "results": "Result", "message": "Message", "locations": "Location",
    "relatedLocations": "Location", "physicalLocation": "PhysicalLocation",
    "artifactLocation": "ArtifactLocation", "region": "Region", "fixes": "Fix",
    "description": "Message", "artifactChanges": "ArtifactChange", "replacements": "Replacement",
    "deletedRegion": "Region", "insertedContent": "ArtifactContent",
}


def sarif(value, name="SarifLog", path="log"):
    import attr
    import sarif_om

    kind = getattr(sarif_om, name)
    fields = {field.metadata["schema_property_name"]: field for field in attr.fields(kind)}
    for key, member in value.items():
        if key not in fields:
            sys.exit(f"{path}: {name} has no property {key}")
        for index, item in enumerate(member if isinstance(member, list) else [member]):
            if isinstance(item, dict):
                if key not in SARIF_CLASSES:
                    sys.exit(f"{path}.{key}: no object is expected here")
                sarif(item, SARIF_CLASSES[key], f"{path}.{key}[{index}]")
    for key, field in fields.items():
        if field.default is attr.NOTHING and key not in value:
            sys.exit(f"{path}: {name} lacks {key}")


def junit(path, tests, failures):
    from junitparser import Failure, JUnitXml

    cases = [case for suite in JUnitXml.fromfile(path) for case in suite]
    failed = [case for case in cases if any(isinstance(result, Failure) for result in case.result)]
    if (len(cases), len(failed)) != (tests, failures):
        sys.exit(f"{path}: {len(cases)} tests and {len(failed)} failures")


def main():
    kind, path = sys.argv[1:3]
    if kind == "junit":
        junit(path, int(sys.argv[3]), int(sys.argv[4]))
        return
    with open(path, encoding="utf-8") as file:
        report = json.load(file)
    if kind == "sarif":
        sarif(report)
    else:
        import jsonschema

        with open(sys.argv[3], encoding="utf-8") as file:
            schema = json.load(file)
        jsonschema.Draft202012Validator.check_schema(schema)
        jsonschema.Draft202012Validator(schema).validate(report)


main()

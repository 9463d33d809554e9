"""Runs statements of users of zeep. Standard input: a list of {wsdl, text}; the statements have `client`. Standard output:
a list of the errors, each empty without errors."""

import json
import sys

import zeep


def error_of(job):
    try:
        exec(job["text"], {"client": zeep.Client(job["wsdl"])})
        return ""
    except Exception as error:
        return str(error)


json.dump([error_of(job) for job in json.load(sys.stdin)], sys.stdout)

"""Hooks for schemathesis, used by scripts/fuzz.mjs: who calls, and ids of rows that are there.

FUZZ_TOKEN, FUZZ_SEND_TOKEN: bearer tokens of the session and of the send API. FUZZ_IDS: JSON of parameter name -> values.
FUZZ_CALLS: file that gets a line of JSON for each answer; of a 5xx with the command that asks for it again.
"""

import json
import os
import zlib

import schemathesis

TOKEN = os.environ["FUZZ_TOKEN"]
SEND_TOKEN = os.environ["FUZZ_SEND_TOKEN"]
IDS = json.loads(os.environ["FUZZ_IDS"])
CALLS = open(os.environ["FUZZ_CALLS"], "a", buffering=1)
SEND_PATH = "/api/messages/send"


@schemathesis.auth()
class Bearer:
    def get(self, case, context):
        return SEND_TOKEN if case.operation.path == SEND_PATH else TOKEN

    def set(self, case, data, context):
        case.headers["Authorization"] = f"Bearer {data}"


def choose(name, value):
    """A row's id for three values of four; the rest stays what the generator made of it. Depends on the value alone, so that a
    seed gives the same run on the same data."""
    known = IDS.get(name)
    if not known:
        return value
    number = zlib.crc32(f"{name}={value!r}".encode("utf-8", "replace"))
    return known[(number >> 2) % len(known)] if number % 4 else value


def with_known_ids(values):
    return {name: choose(name, value) for name, value in values.items()} if isinstance(values, dict) else values


def parameter_name(context, name):
    """`:id` says of what only with its path."""
    return "simulatorId" if name == "id" and context.operation.path.startswith("/simulator") else name


@schemathesis.hook
def map_path_parameters(context, path_parameters):
    if not isinstance(path_parameters, dict):
        return path_parameters
    return {name: choose(parameter_name(context, name), value) for name, value in path_parameters.items()}


@schemathesis.hook
def map_query(context, query):
    return with_known_ids(query)


@schemathesis.hook
def map_body(context, body):
    return with_known_ids(body)


@schemathesis.hook
def after_call(context, case, response):
    call = {"status": response.status_code, "operation": f"{case.operation.method.upper()} {case.operation.path}"}
    if response.status_code >= 500:
        call["curl"] = case.as_curl_command()
    CALLS.write(json.dumps(call) + "\n")

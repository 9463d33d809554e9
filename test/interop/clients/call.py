"""Calls operations with zeep. Input and output are those of call.php beside it."""

import base64
import json
import sys

import zeep
from lxml import etree
from zeep.exceptions import Fault
from zeep.helpers import serialize_object
from zeep.plugins import HistoryPlugin


def decoded(value):
    if isinstance(value, list):
        return [decoded(item) for item in value]
    if not isinstance(value, dict):
        return value
    if "$base64" in value:
        return base64.b64decode(value["$base64"], validate=True)
    if "$path" in value:
        with open(value["$path"], "rb") as file:
            return file.read()
    if "$long" in value:
        return int(value["$long"])
    return {name: decoded(item) for name, item in value.items()}


def encoded(value):
    if isinstance(value, bool) or value is None or isinstance(value, str):
        return value
    if isinstance(value, int):
        return {"$long": str(value)}
    if isinstance(value, bytes):
        return {"$base64": base64.b64encode(value).decode()}
    if isinstance(value, list):
        return [encoded(item) for item in value]
    if isinstance(value, dict):
        return {name: encoded(item) for name, item in value.items()}
    return value.isoformat()


def text(envelope):
    written = etree.tostring(envelope["envelope"], encoding="unicode")
    return written if len(written) < 65536 else ""


job = json.load(sys.stdin)
history = HistoryPlugin()
client = zeep.Client(job["wsdl"], plugins=[history])
port = next(
    name
    for name, port in next(iter(client.wsdl.services.values())).ports.items()
    if port.binding.__class__.__name__ == ("Soap12Binding" if job["soap"] == "1.2" else "Soap11Binding")
)
service = client.bind(port_name=port)

answers = []
for call in job["calls"]:
    try:
        result = service[call["operation"]](**decoded(call["input"]))
        answer = {"result": encoded(serialize_object(result, dict))}
    except Fault as fault:
        answer = {"fault": {"code": str(fault.code), "reason": fault.message}}
    answer["request"] = text(history.last_sent)
    answer["response"] = text(history.last_received)
    answers.append(answer)
json.dump(answers, sys.stdout, ensure_ascii=False)

"""Reads WSDLs, and prints what zeep sees of each, in their order: {"operations": {"port": ["name", …]}}, or {"error": "…"}."""
import json
import sys

import zeep
from offline import Offline


def read(path):
    try:
        client = zeep.Client(path, transport=Offline())
    except Exception as error:
        return {"error": f"{type(error).__name__}: {error}"}
    return {"operations": {
        name: sorted(port.binding._operations)
        for service in client.wsdl.services.values()
        for name, port in service.ports.items()
    }}


print(json.dumps([read(path) for path in sys.argv[1:]]))

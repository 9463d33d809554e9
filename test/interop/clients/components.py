"""Reads WSDLs, and prints what zeep sees of each, in their order: {"ports": {…}, "types": […], "elements": […]}, or
{"error": "…"}. Only SOAP ports count. Prefixes are zeep's own, numbered in the order of the file: namespaces stand in their place."""
import json
import re
import sys

import zeep
from offline import Offline
from zeep.wsdl.bindings.soap import SoapBinding


def expanded(text, prefixes):
    """A signature with {namespace} instead of each prefix."""
    return re.sub(r"\b(\w+):(?=\w)", lambda match: "{%s}" % prefixes.get(match[1], match[1]), text)


def read(path):
    try:
        client = zeep.Client(path, transport=Offline())
    except Exception as error:
        return {"error": f"{type(error).__name__}: {error}"}
    wsdl = client.wsdl
    prefixes = wsdl.types.prefix_map

    def operation(bound):
        messages = {"input": bound.input, "output": bound.output, **bound.faults}
        return {
            "action": bound.soapaction,
            "style": bound.style,
            **{
                name: expanded(message.signature() or "", prefixes)
                for name, message in messages.items()
                if message is not None and hasattr(message, "body")
            },
        }

    return {
        "ports": {
            f"{service.name}/{name}": {
                "binding": str(port.binding.name),
                "portType": str(port.binding.port_name),
                "kind": type(port.binding).__name__,
                "operations": {key: operation(bound) for key, bound in port.binding._operations.items()},
            }
            for service in wsdl.services.values()
            for name, port in service.ports.items()
            if isinstance(port.binding, SoapBinding)
        },
        "types": sorted(f"{item.qname} {expanded(item.signature(schema=wsdl.types), prefixes)}" for item in wsdl.types.types),
        "elements": sorted(
            f"{item.qname} {expanded(item.signature(schema=wsdl.types), prefixes)}" for item in wsdl.types.elements
        ),
    }


print(json.dumps([read(path) for path in sys.argv[1:]]))

"""Reads a WSDL, and prints the operations of each port as zeep sees them: {"port": ["operation", ...]}."""
import json
import sys

import zeep
from offline import Offline

client = zeep.Client(sys.argv[1], transport=Offline())
print(json.dumps({
    name: sorted(port.binding._operations)
    for service in client.wsdl.services.values()
    for name, port in service.ports.items()
}))

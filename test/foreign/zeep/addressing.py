"""Calls the service of a WSDL with WS-Addressing, as its Action attributes say."""

import sys

import zeep
from zeep.plugins import HistoryPlugin

history = HistoryPlugin()
client = zeep.Client(sys.argv[1], plugins=[history])
print(client.service.degrees(town="Oslo"))
header = history.last_sent["envelope"].find("{*}Header")
print(" ".join(sorted(block.tag.split("}")[1] for block in header)))
sent = header.find("{*}MessageID").text
print(history.last_received["envelope"].find("{*}Header/{*}RelatesTo").text == sent)

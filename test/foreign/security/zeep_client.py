"""Calls Find with a UsernameToken. Arguments: WSDL, user, password, `text` or `digest`."""
import sys
import zeep
from zeep.wsse.username import UsernameToken

wsdl, user, password, kind = sys.argv[1:]
client = zeep.Client(wsdl, wsse=UsernameToken(user, password, use_digest=kind == 'digest'))
print(client.service.Find(Number='7'))

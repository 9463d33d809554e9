"""Signs and verifies with zeep and xmlsec. Each line of the standard input is a command: sign or verify, and files."""
import sys

import xmlsec
from lxml import etree
from zeep.wsse.signature import BinarySignature, Signature
from zeep.wsse.utils import WSU, get_security_header

key, certificate = sys.argv[1:3]


def signature(kind, algorithm, digest):
    made = BinarySignature if kind == "token" else Signature
    method = getattr(xmlsec.Transform, algorithm.upper().replace("-", "_"))
    return made(key, certificate, signature_method=method, digest_method=getattr(xmlsec.Transform, digest.upper()))


def run(command, source, target="", kind="certificate", algorithm="rsa-sha256", digest="sha256"):
    with open(source, "rb") as file:
        envelope = etree.fromstring(file.read())
    if command == "verify":
        signature(kind, algorithm, digest).verify(envelope)
        return "verified"
    security = get_security_header(envelope)
    timestamp = WSU.Timestamp()
    timestamp.append(WSU.Created(sys.argv[3]))
    timestamp.append(WSU.Expires(sys.argv[4]))
    security.append(timestamp)
    signed, _ = signature(kind, algorithm, digest).apply(envelope, {})
    with open(target, "wb") as file:
        file.write(etree.tostring(signed))
    return "signed"


for line in sys.stdin.read().splitlines():
    try:
        print(run(*line.split("\t")))
    except Exception as error:  # The test shows what went wrong.
        print(f"error: {type(error).__name__} {error}")

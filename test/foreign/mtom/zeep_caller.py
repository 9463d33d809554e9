"""Calls a service with values of sizes that are arguments, and says of each whether it came back reversed."""
import sys

import zeep

client = zeep.Client(sys.argv[1])
for size in map(int, sys.argv[2:]):
    sent = bytes(((at * 7) ^ (at >> 8)) & 255 for at in range(size))
    received = client.service.Reverse(Bytes=sent)
    print(size, "same" if received == sent[::-1] else "different")

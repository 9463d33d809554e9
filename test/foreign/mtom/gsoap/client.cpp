// Calls a service with values of sizes that are arguments, by MTOM, and says of each whether it came back reversed.
#include "Mirror.nsmap"
#include "soapH.h"
#include <cstdio>
#include <cstdlib>
#include <vector>

int main(int argc, char **argv)
{
    for (int at = 2; at < argc; at++) {
        struct soap *soap = soap_new1(SOAP_ENC_MTOM | SOAP_IO_KEEPALIVE);
        std::vector<unsigned char> bytes(atoi(argv[at]));
        for (size_t one = 0; one < bytes.size(); one++) bytes[one] = (one * 7) ^ (one >> 8);
        xsd__base64Binary sent;
        sent.soap_default(soap);
        sent.__ptr = bytes.data();
        sent.__size = bytes.size();
        sent.type = (char *)"application/pdf";
        m__ReverseResponse response;
        if (soap_call_m__Reverse(soap, argv[1], "urn:mirror/Reverse", &sent, response)) {
            soap_print_fault(soap, stdout);
            continue;
        }
        bool same = response.Bytes->__size == (int)bytes.size();
        for (size_t one = 0; same && one < bytes.size(); one++)
            same = response.Bytes->__ptr[one] == bytes[bytes.size() - 1 - one];
        printf("%s %s %s\n", argv[at], same ? "same" : "different", response.Bytes->id ? "part" : "text");
        soap_destroy(soap);
        soap_end(soap);
        soap_free(soap);
    }
}

// Reverses bytes, and answers by MTOM.
#include "Mirror.nsmap"
#include "soapH.h"
#include <cstdio>
#include <cstdlib>

int m__Reverse(struct soap *soap, xsd__base64Binary *Bytes, m__ReverseResponse &response)
{
    xsd__base64Binary *reversed = soap_new_xsd__base64Binary(soap, -1);
    reversed->soap_default(soap);
    reversed->__size = Bytes->__size;
    reversed->__ptr = (unsigned char *)soap_malloc(soap, Bytes->__size + 1);
    for (int at = 0; at < Bytes->__size; at++) reversed->__ptr[at] = Bytes->__ptr[Bytes->__size - 1 - at];
    reversed->type = Bytes->type ? Bytes->type : (char *)"text/plain";
    response.Bytes = reversed;
    return SOAP_OK;
}

int main(int, char **argv)
{
    struct soap *soap = soap_new1(SOAP_ENC_MTOM);
    soap->bind_flags = SO_REUSEADDR;
    if (!soap_valid_socket(soap_bind(soap, "127.0.0.1", atoi(argv[1]), 10))) return 1;
    printf("ready\n");
    fflush(stdout);
    while (soap_valid_socket(soap_accept(soap))) {
        soap_serve(soap);
        soap_destroy(soap);
        soap_end(soap);
    }
}

// Sends a value of a number of bytes to a service, or receives one: client ADDRESS put|get BYTES.
#include "Stream.nsmap"
#include "soapH.h"
#include "value.h"
#include <cstdio>
#include <cstdlib>

int main(int, char **argv)
{
    struct soap *soap = soap_new1(SOAP_ENC_MTOM);
    soap->send_timeout = soap->recv_timeout = 600;
    stream_values(soap);
    long size = atol(argv[3]);
    bool same = false;
    if (argv[2][0] == 'p') {
        Value value = {size, 0, true};
        xsd__base64Binary data;
        describe(soap, &data, &value);
        m__PutResponse response;
        if (soap_call_m__Put(soap, argv[1], "urn:stream#Put", &data, response)) soap_print_fault(soap, stderr);
        else same = response.Same == size;
    } else {
        m__GetResponse response;
        if (soap_call_m__Get(soap, argv[1], "urn:stream#Get", (int)size, response)) soap_print_fault(soap, stderr);
        else same = received.same && received.at == size;
    }
    printf("{\"same\":%s,\"peak\":%ld}\n", same ? "true" : "false", peak());
    return 0;
}

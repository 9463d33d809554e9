// Takes and gives values by MTOM: server PORT. Says after each call what it needed.
#include "Stream.nsmap"
#include "soapH.h"
#include "value.h"
#include <cstdio>
#include <cstdlib>

static Value given;

int m__Put(struct soap *, xsd__base64Binary *, m__PutResponse &response)
{
    response.Same = received.same ? (int)received.at : -1;
    return SOAP_OK;
}

int m__Get(struct soap *soap, int Size, m__GetResponse &response)
{
    given = {Size, 0, true};
    response.Data = soap_new_xsd__base64Binary(soap, -1);
    describe(soap, response.Data, &given);
    return SOAP_OK;
}

int main(int, char **argv)
{
    struct soap *soap = soap_new1(SOAP_ENC_MTOM);
    soap->bind_flags = SO_REUSEADDR;
    soap->send_timeout = soap->recv_timeout = 600;
    stream_values(soap);
    if (!soap_valid_socket(soap_bind(soap, "127.0.0.1", atoi(argv[1]), 10))) return 1;
    printf("ready\n");
    fflush(stdout);
    while (soap_valid_socket(soap_accept(soap))) {
        soap_serve(soap);
        soap_destroy(soap);
        soap_end(soap);
        printf("{\"peak\":%ld}\n", peak());
        fflush(stdout);
    }
}

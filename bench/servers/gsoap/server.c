/* gSOAP over what wsdl2h and soapcpp2 make of the WSDL: a stand-alone server with a thread for each of 40 connections, as
   its guide describes it, keep-alive on. Prints the port that it got. */
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include "soapH.h"
#include "RemoteFileServiceSoap.nsmap"

#define THREADS 40

static struct soap master;

static void *serve(void *argument)
{
    struct soap *soap = (struct soap *)argument;
    for (;;) {
        if (!soap_valid_socket(soap_accept(soap))) return NULL;
        soap_serve(soap);
        soap_destroy(soap);
        soap_end(soap);
    }
}

int main(void)
{
    pthread_t threads[THREADS];
    struct sockaddr_in address;
    socklen_t length = sizeof address;
    int index;
    soap_init1(&master, SOAP_IO_KEEPALIVE);
    master.bind_flags = SO_REUSEADDR;
    master.max_keep_alive = 0; /* without an end */
    master.tcp_keep_alive = 1;
    if (!soap_valid_socket(soap_bind(&master, "127.0.0.1", 0, 100))) return 1;
    if (getsockname(master.master, (struct sockaddr *)&address, &length) != 0) return 1;
    for (index = 0; index < THREADS; index++) {
        struct soap *soap = soap_copy(&master);
        if (soap == NULL || pthread_create(&threads[index], NULL, serve, soap) != 0) return 1;
    }
    printf("{\"port\":%d}\n", ntohs(address.sin_port));
    fflush(stdout);
    for (index = 0; index < THREADS; index++) pthread_join(threads[index], NULL);
    return 0;
}

static int get_client_id(struct soap *soap, struct _ns1__GetClientID *in, struct _ns1__GetClientIDResponse *out)
{
    struct ns1__GetClientIDResult *result = soap_malloc(soap, sizeof *result);
    const char *code = in->Parameters == NULL ? NULL : in->Parameters->CompanyCode;
    soap_default_ns1__GetClientIDResult(soap, result);
    result->ErrorMessage = "";
    result->ClientID = code != NULL && strcmp(code, "ACME") == 0 ? 4711 : 0;
    out->GetClientIDResult = result;
    return SOAP_OK;
}

static int append_chunk(struct soap *soap, struct _ns1__AppendChunkWithFolderAccessKey *in,
                        struct _ns1__AppendChunkWithFolderAccessKeyResponse *out)
{
    struct ns1__ChunkUploadResult *result = soap_malloc(soap, sizeof *result);
    soap_default_ns1__ChunkUploadResult(soap, result);
    result->ErrorMessage = "";
    result->ChunkAppended = in->ChunkData.__size == in->BytesRead;
    result->UploadToken = "token";
    out->ChunkUploadResult = result;
    return SOAP_OK;
}

/* Each operation stands in two bindings, of SOAP 1.1 and 1.2. */
#define BOTH(name, answer)                                                                             \
    int __ns1__##name(struct soap *soap, struct _ns1__##name *in, struct _ns1__##name##Response *out)   \
    {                                                                                                  \
        return answer;                                                                                 \
    }                                                                                                  \
    int __ns1__##name##_(struct soap *soap, struct _ns1__##name *in, struct _ns1__##name##Response *out) \
    {                                                                                                  \
        return answer;                                                                                 \
    }
#define UNUSED(name) BOTH(name, ((void)in, (void)out, soap_receiver_fault(soap, "not part of the benchmark", NULL)))

BOTH(GetClientID, get_client_id(soap, in, out))
BOTH(AppendChunkWithFolderAccessKey, append_chunk(soap, in, out))
UNUSED(AccountCreateFreeFromPromotion)
UNUSED(ExternalOAuthAccountLogin)
UNUSED(AdminCreateFolder)
UNUSED(SAMLAccountLogin)
UNUSED(SSOLoginWebURL)
UNUSED(SSOLoginURL)
UNUSED(GetAPIURL)

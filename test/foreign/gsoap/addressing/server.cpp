/* Demands WS-Addressing, and answers with its blocks. */
#include "soapH.h"
#include "Weather.nsmap"
#include "plugin/wsaapi.h"

int w__degrees(struct soap *soap, std::string town, int &degrees) {
  if (soap_wsa_check(soap)) return soap->error;
  if (town.empty()) return soap_wsa_sender_fault(soap, "no town", NULL);
  degrees = (int)town.size();
  return soap_wsa_reply(soap, NULL, "http://weather.example/out");
}

SOAP_FMAC5 int SOAP_FMAC6 SOAP_ENV__Fault(struct soap *soap, char *faultcode, char *faultstring, char *faultactor,
    struct SOAP_ENV__Detail *detail, struct SOAP_ENV__Code *code, struct SOAP_ENV__Reason *reason, char *node, char *role,
    struct SOAP_ENV__Detail *detail12) {
  return SOAP_OK;
}

int main(int count, char **arguments) {
  struct soap *soap = soap_new();
  soap_register_plugin(soap, soap_wsa);
  soap->bind_flags = SO_REUSEADDR;
  if (!soap_valid_socket(soap_bind(soap, "127.0.0.1", atoi(arguments[1]), 100))) return 1;
  printf("ready\n");
  fflush(stdout);
  while (soap_valid_socket(soap_accept(soap))) {
    soap_serve(soap);
    soap_destroy(soap);
    soap_end(soap);
  }
  return 0;
}

/* Calls an address, the first argument, with a town and an action, and says what the header of the response relates to. */
#include "soapH.h"
#include "Weather.nsmap"
#include "plugin/wsaapi.h"

int main(int count, char **arguments) {
  struct soap *soap = soap_new();
  soap_register_plugin(soap, soap_wsa);
  const char *id = soap_wsa_rand_uuid(soap);
  if (soap_wsa_request(soap, id, arguments[1], arguments[3])) return 1;
  if (count > 4 && soap_wsa_add_ReplyTo(soap, arguments[4])) return 1;
  int degrees = 0;
  // gSOAP sends this SOAPAction, which must be that of the block or empty.
  if (soap_call_w__degrees(soap, arguments[1], "", arguments[2], degrees) == SOAP_OK) printf("degrees %d\n", degrees);
  else printf("fault %s %s\n", *soap_faultcode(soap), *soap_faultstring(soap));
  const char *relates = soap_wsa_RelatesTo(soap);
  printf("relates %s\n", relates != NULL && strcmp(relates, id) == 0 ? "yes" : "no");
  if (soap->header != NULL && soap->header->wsa5__Action != NULL) printf("action %s\n", soap->header->wsa5__Action);
  return 0;
}

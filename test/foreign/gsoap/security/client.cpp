/* Calls an address with a user and a password, as a digest or a text, with a Timestamp. */
#include "soapH.h"
#include "PayrollSoap12.nsmap"
#include "plugin/wsseapi.h"

int main(int count, char **arguments) {
  struct soap *soap = soap_new1(SOAP_C_UTFSTRING);
  soap_register_plugin(soap, soap_wsse);
  const char *user = arguments[2], *password = arguments[3];
  soap_wsse_add_Security(soap);
  soap_wsse_add_Timestamp(soap, "Time", 60);
  if (strcmp(arguments[4], "digest") == 0) soap_wsse_add_UsernameTokenDigest(soap, NULL, user, password);
  else soap_wsse_add_UsernameTokenText(soap, NULL, user, password);
  _ns1__Find request;
  request.Number = "7";
  _ns1__FindResponse response;
  if (soap_call___ns1__Find(soap, arguments[1], NULL, &request, response) == SOAP_OK)
    printf("name %s\n", response.Name.c_str());
  else printf("fault %s\n", *soap_faultstring(soap));
  return 0;
}

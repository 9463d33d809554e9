/* Takes a fresh Timestamp and a UsernameToken with the password of the second argument; the name is the user. */
#include "soapH.h"
#include "PayrollSoap12.nsmap"
#include "plugin/wsseapi.h"

static const char *password;

int __ns1__Find(struct soap *soap, _ns1__Find *request, _ns1__FindResponse &response) {
  if (soap_wsse_verify_Timestamp(soap)) return soap->error;
  const char *user = soap_wsse_get_Username(soap);
  if (user == NULL || soap_wsse_verify_Password(soap, password)) return soap->error;
  response.Name = user;
  soap_wsse_delete_Security(soap);
  return soap_wsse_add_Timestamp(soap, "Time", 60);
}

int main(int count, char **arguments) {
  password = arguments[2];
  struct soap *soap = soap_new1(SOAP_C_UTFSTRING);
  soap_register_plugin(soap, soap_wsse);
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

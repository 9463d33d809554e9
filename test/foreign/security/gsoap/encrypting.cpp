#include "soapH.h"
#include "Secure.nsmap"
#include "wsseapi.h"
#include <cstdlib>
#include <cstring>

static X509 *certificate;
static int algorithm;

/** Reads a request on standard input, and writes its encrypted response: a CGI program. */
int main(int argc, char **argv) {
  if (argc != 4) return 2;
  struct soap *soap = soap_new1(SOAP_C_UTFSTRING);
  soap_register_plugin(soap, soap_wsse);
  FILE *file = fopen(argv[1], "r");
  certificate = PEM_read_X509(file, NULL, NULL, NULL);
  fclose(file);
  int bits = atoi(argv[2]);
  bool gcm = !strcmp(argv[3], "gcm");
  if (bits == 128) algorithm = gcm ? SOAP_MEC_AES128_GCM : SOAP_MEC_AES128_CBC;
  else if (bits == 192) algorithm = gcm ? SOAP_MEC_AES192_GCM : SOAP_MEC_AES192_CBC;
  else algorithm = gcm ? SOAP_MEC_AES256_GCM : SOAP_MEC_AES256_CBC;
  int status = soap_serve(soap);
  if (status) soap_print_fault(soap, stderr);
  return status != 0;
}

int ns__echo(struct soap *soap, std::string text, std::string &result) {
  result = "gSOAP: " + text;
  soap_wsse_delete_Security(soap);
  return soap_wsse_add_EncryptedKey(soap, SOAP_MEC_ENV | SOAP_MEC_ENC | algorithm | SOAP_MEC_OAEP, "Cert", certificate,
                                    "Subject Key ID", NULL, NULL);
}

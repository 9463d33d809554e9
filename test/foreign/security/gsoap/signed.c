/* Signs and verifies with gSOAP. signed client URL algorithm identifier, or signed server PORT. */
#include "soapH.h"
#include "Weather.nsmap"
#include "wsseapi.h"

static EVP_PKEY *key;
static X509 *certificate;
/* Of the answers of the server: that of the last request. */
static int algorithm = SOAP_SMD_SIGN_RSA_SHA256;

static int algorithm_named(const char *name) {
  if (!strcmp(name, "rsa-sha1")) return SOAP_SMD_SIGN_RSA_SHA1;
  if (!strcmp(name, "rsa-sha512")) return SOAP_SMD_SIGN_RSA_SHA512;
  return SOAP_SMD_SIGN_RSA_SHA256;
}

static int sign(struct soap *soap, const char *identifier) {
  soap_wsse_add_Timestamp(soap, "Time", 300);
  if (!strcmp(identifier, "x509-data")) {
    soap_wsse_add_KeyInfo_SecurityTokenReferenceX509(soap, NULL);
    soap_wsse_add_KeyInfo_X509Certificate(soap, certificate);
  } else {
    soap_wsse_add_BinarySecurityTokenPEM(soap, "X509Token", "certificate.pem");
    soap_wsse_add_KeyInfo_SecurityTokenReferenceX509(soap, "#X509Token");
  }
  return soap_wsse_sign_body(soap, algorithm, key, 0);
}

static int verified(struct soap *soap) {
  return !soap_wsse_verify_Timestamp(soap) && !soap_wsse_verify_body(soap);
}

int w__degrees(struct soap *soap, char *town, int *degrees) {
  if (!verified(soap)) {
    soap_wsse_delete_Security(soap);
    return soap->error ? soap->error : soap_sender_fault(soap, "not verified", NULL);
  }
  soap_wsse_delete_Security(soap);
  *degrees = (int)strlen(town);
  return sign(soap, "token");
}

static struct soap *context(void) {
  struct soap *soap = soap_new1(SOAP_XML_CANONICAL);
  soap_register_plugin(soap, soap_wsse);
  soap->cafile = "certificate.pem";
  return soap;
}

int main(int argc, char **argv) {
  FILE *file = fopen("key.pem", "r");
  key = PEM_read_PrivateKey(file, NULL, NULL, (void *)"");
  fclose(file);
  file = fopen("certificate.pem", "r");
  certificate = PEM_read_X509(file, NULL, NULL, NULL);
  fclose(file);
  struct soap *soap = context();
  if (!strcmp(argv[1], "server")) {
    if (!soap_valid_socket(soap_bind(soap, "127.0.0.1", atoi(argv[2]), 100))) return 1;
    printf("ready\n");
    fflush(stdout);
    while (soap_valid_socket(soap_accept(soap))) {
      soap_wsse_verify_auto(soap, SOAP_SMD_NONE, X509_get_pubkey(certificate), 0);
      soap_serve(soap);
      soap_wsse_verify_done(soap);
      soap_destroy(soap);
      soap_end(soap);
    }
    return 1;
  }
  int degrees = 0;
  algorithm = algorithm_named(argv[3]);
  if (sign(soap, argc > 4 ? argv[4] : "token")) soap_print_fault(soap, stdout);
  soap_wsse_verify_auto(soap, SOAP_SMD_NONE, X509_get_pubkey(certificate), 0);
  if (soap_call_w__degrees(soap, argv[2], NULL, "Berlin", &degrees)) soap_print_fault(soap, stdout);
  else printf("%d %s\n", degrees, verified(soap) ? "verified" : "not verified");
  return 0;
}

/* Signs and verifies with gSOAP. signed client URL algorithm identifier, or signed server PORT algorithm. */
#include "soapH.h"
#include "Weather.nsmap"
#include "wsseapi.h"

static EVP_PKEY *key;
static X509 *certificate;
/* Of the answers of the server: that of the last request. */
static int algorithm = SOAP_SMD_SIGN_RSA_SHA256;

/* For HMAC. */
static const char secret[32] = "0123456789abcdef0123456789abcde";

static int is_hmac(void) {
  return (algorithm & SOAP_SMD_ALGO) == SOAP_SMD_HMAC;
}

static int algorithm_named(const char *name) {
  int hash = !strcmp(name + strlen(name) - 4, "sha1") ? SOAP_SMD_SHA1
    : strstr(name, "sha384") ? SOAP_SMD_SHA384
    : strstr(name, "sha512") ? SOAP_SMD_SHA512 : SOAP_SMD_SHA256;
  if (!strncmp(name, "hmac", 4)) return SOAP_SMD_HMAC | hash;
  return SOAP_SMD_SIGN | (!strncmp(name, "ecdsa", 5) ? SOAP_SMD_ECDSA : 0) | hash;
}

static void expect_signature(struct soap *soap) {
  if (is_hmac()) soap_wsse_verify_auto(soap, algorithm, secret, sizeof(secret));
  else soap_wsse_verify_auto(soap, SOAP_SMD_NONE, X509_get_pubkey(certificate), 0);
}

static int sign(struct soap *soap, const char *identifier) {
  soap_wsse_add_Timestamp(soap, "Time", 300);
  if (is_hmac()) {
    soap_wsse_add_KeyInfo_KeyName(soap, "shared");
    return soap_wsse_sign_body(soap, algorithm, secret, sizeof(secret));
  }
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
    algorithm = algorithm_named(argv[3]);
    printf("ready\n");
    fflush(stdout);
    while (soap_valid_socket(soap_accept(soap))) {
      expect_signature(soap);
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
  expect_signature(soap);
  if (soap_call_w__degrees(soap, argv[2], NULL, "Berlin", &degrees)) soap_print_fault(soap, stdout);
  else printf("%d %s\n", degrees, verified(soap) ? "verified" : "not verified");
  return 0;
}

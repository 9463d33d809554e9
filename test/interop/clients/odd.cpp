// Calls Find of each address of its arguments. Prints a line for each: the text in hexadecimal, or `-` if the answer is refused.
#include "Billing.nsmap"
#include "soapBillingProxy.h"
#include <cstdio>

int main(int argc, char **argv) {
  for (int i = 1; i < argc; i++) {
    BillingProxy client(argv[i], SOAP_C_UTFSTRING);
    client.soap->recv_timeout = client.soap->send_timeout = client.soap->connect_timeout = 5;
    _ns1__Find request;
    _ns1__FindResponse response;
    if (client.Find(&request, response) == SOAP_OK) {
      for (unsigned char byte : response.Name) std::printf("%02x", byte);
    } else {
      std::printf("-");
    }
    std::printf("\n");
  }
}

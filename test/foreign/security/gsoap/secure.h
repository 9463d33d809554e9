#import "wsse.h"
//gsoap ns service name: Secure
//gsoap ns service namespace: urn:secure
//gsoap ns schema namespace: urn:secure
//gsoap ns schema form: unqualified
int ns__echo(std::string text, std::string &result);

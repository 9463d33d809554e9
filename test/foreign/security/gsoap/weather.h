#import "wsse.h"

//gsoap w service name:      Weather
//gsoap w service namespace: http://weather.example/
//gsoap w service location:  http://localhost/
//gsoap w service style:     document
//gsoap w service encoding:  literal
//gsoap w service method-action: degrees http://weather.example/in
int w__degrees(char *town, int *degrees);

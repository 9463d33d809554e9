// A service that takes and gives one large value, by MTOM.

//gsoap m service name: Stream
//gsoap m service namespace: urn:stream
//gsoap m service style: document
//gsoap m service encoding: literal
//gsoap m schema namespace: urn:stream
//gsoap m schema form: qualified
//gsoap m service method-action: Put "urn:stream#Put"
//gsoap m service method-action: Get "urn:stream#Get"

class xsd__base64Binary
{
public:
    unsigned char *__ptr;
    int __size;
    char *id;
    char *type;
    char *options;
};

class m__PutResponse
{
public:
    int Same;
};

class m__GetResponse
{
public:
    xsd__base64Binary *Data;
};

int m__Put(xsd__base64Binary *Data, m__PutResponse &_return);
int m__Get(int Size, m__GetResponse &_return);

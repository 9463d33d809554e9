// A service that reverses bytes, in the way of gSOAP's users: with `id`, `type` and `options`, bytes may be attachments.

//gsoap m service name: Mirror
//gsoap m service namespace: urn:mirror/
//gsoap m service style: document
//gsoap m service encoding: literal
//gsoap m schema namespace: urn:mirror/
//gsoap m schema form: qualified
//gsoap m service method-action: Reverse "urn:mirror/Reverse"

class xsd__base64Binary
{
public:
    unsigned char *__ptr;
    int __size;
    char *id;
    char *type;
    char *options;
};

class m__ReverseResponse
{
public:
    xsd__base64Binary *Bytes;
};

int m__Reverse(xsd__base64Binary *Bytes, m__ReverseResponse &_return);

// The part of the interface that only encoded messages have. The test adds it to stock.h.

// An array of SOAP encoding.
class ArrayOfstring
{
public:
    xsd__string *__ptr;
    int __size;
};

int stock__EchoNames(ArrayOfstring *names, struct stock__EchoNamesResponse { ArrayOfstring *names; } &response);

// The interface of a service in the way of gSOAP's users. soapcpp2 generates the WSDL, the client and the server's
// frame from it. The test replaces style and encoding.

//gsoap stock service name: Stock
//gsoap stock service namespace: urn:stock
//gsoap stock service location: http://localhost:8000/
//gsoap stock service style: STYLE
//gsoap stock service encoding: ENCODING
//gsoap stock schema namespace: urn:stock
//gsoap stock schema form: unqualified

typedef char *xsd__string;
typedef LONG64 xsd__long;
typedef ULONG64 xsd__unsignedLong;
typedef char *xsd__decimal;
typedef double xsd__double;
typedef char *xsd__dateTime;
typedef char *xsd__date;
enum xsd__boolean { false_, true_ };
enum stock__Status { new_, on_x0020its_x0020way, _3 };

class xsd__base64Binary
{
public:
    unsigned char *__ptr;
    int __size;
};

class stock__Values
{
public:
    xsd__string text;
    xsd__long count;
    xsd__unsignedLong positive;
    int number;
    xsd__decimal price;
    xsd__double weight;
    enum xsd__boolean fragile;
    time_t packed;
    xsd__dateTime exact;
    xsd__date due;
    enum stock__Status status;
    xsd__base64Binary image;
};

class stock__Item
{
public:
    @ int number;
    xsd__string name;
    xsd__string note 0;
    xsd__string remark nullptr;
    int __sizetag 0;
    xsd__string *tag;
};

class stock__Items
{
public:
    int __sizeitem 0;
    stock__Item **item;
};

class stock__Vehicle
{
public:
    xsd__string plate;
    virtual ~stock__Vehicle();
};

class stock__Truck : public stock__Vehicle
{
public:
    xsd__decimal load;
};

class stock__Numbers
{
public:
    int __sizenumber 1;
    xsd__long *number;
};

class stock__Pair
{
public:
    stock__Item *first;
    stock__Item *second;
};

class stock__Session
{
public:
    xsd__string user;
};

class _stock__missing
{
public:
    int id;
    xsd__string where;
};

struct SOAP_ENV__Header
{
    mustUnderstand stock__Session *stock__session;
    int *stock__quota;
};

struct SOAP_ENV__Detail
{
    _stock__missing *stock__missing;
    char *__any;
};

//gsoap stock service method-documentation: EchoValues Returns what it is given.
int stock__EchoValues(stock__Values *values, struct stock__EchoValuesResponse { stock__Values *values; } &response);

//gsoap stock service method-documentation: Inspect Returns the values in the notation of C.
int stock__Inspect(stock__Values *values, xsd__string &seen);

int stock__EchoItems(stock__Items *items, struct stock__EchoItemsResponse { stock__Items *items; } &response);

int stock__EchoVehicle(stock__Vehicle *vehicle, struct stock__EchoVehicleResponse { stock__Vehicle *vehicle; } &response);

// Items of one number are one item.
int stock__EchoPair(stock__Pair *pair, struct stock__EchoPairResponse { stock__Pair *pair; } &response);

int stock__Total(stock__Numbers *numbers, xsd__long &total);

int stock__Divide(int dividend, int divisor, struct stock__DivideResponse { int quotient; int rest; } &response);

//gsoap stock service method-input-header-part: WhoAmI stock__session
//gsoap stock service method-output-header-part: WhoAmI stock__quota
int stock__WhoAmI(xsd__string &user);

//gsoap stock service method-fault: Remove _stock__missing
int stock__Remove(int id, struct stock__RemoveResponse {} &response);

int stock__Notify(xsd__string text, void);

int stock__LastNotice(struct stock__LastNoticeResponse { xsd__string text 0; } &response);

// Calls operations by the client that soapcpp2 generates from stock.h. Argument: the address. Each line of the standard
// input is a call: the operation and the values of its request, in the order of stock.h. Each line of the standard
// output is its result: "ok" and the values of the response, or "fault", code, reason and the values of the detail.
// Values are separated by tabs, with %09, %0A, %0D and %25 in texts; ~ is a null pointer, a list is preceded by its
// length, bytes are hexadecimal.
#include <iostream>
#include <sstream>
#include <string>

#include "Stock.nsmap"
#include "soapH.h"

stock__Vehicle::~stock__Vehicle() {}

static soap *context;
static std::istringstream line;
static std::ostringstream result;

static std::string token() {
    std::string text;
    std::getline(line, text, '\t');
    return text;
}

static char *text() {
    std::string encoded = token(), decoded;
    if (encoded == "~") return nullptr;
    for (size_t i = 0; i < encoded.size(); i++) {
        if (encoded[i] != '%') decoded += encoded[i];
        else decoded += (char)std::stoi(encoded.substr(i + 1, 2), nullptr, 16), i += 2;
    }
    return soap_strdup(context, decoded.c_str());
}

static void put(const std::string &value) { result << '\t' << value; }

static void put(const char *value) {
    if (!value) return put(std::string("~"));
    std::string encoded;
    for (; *value; value++) {
        char hex[4];
        snprintf(hex, sizeof hex, "%%%02X", *value);
        encoded += strchr("\t\n\r%", *value) ? std::string(hex) : std::string(1, *value);
    }
    put(encoded);
}

static void put(long long value) { put(std::to_string(value)); }

static stock__Values *values() {
    stock__Values *values = soap_new_stock__Values(context);
    values->text = text();
    values->count = std::stoll(token());
    values->positive = std::stoull(token());
    values->number = std::stoi(token());
    values->price = text();
    values->weight = std::stod(token());
    values->fragile = (xsd__boolean)std::stoi(token());
    values->packed = std::stoll(token());
    values->exact = text();
    values->due = text();
    values->status = (stock__Status)std::stoi(token());
    std::string hex = token();
    values->image.__size = hex.size() / 2;
    values->image.__ptr = (unsigned char *)soap_malloc(context, hex.size() / 2 + 1);
    for (size_t i = 0; i < hex.size() / 2; i++) values->image.__ptr[i] = std::stoi(hex.substr(2 * i, 2), nullptr, 16);
    return values;
}

static void put(stock__Values *values) {
    put(values->text);
    put((long long)values->count);
    put(std::to_string((unsigned long long)values->positive));
    put((long long)values->number);
    put(values->price);
    char weight[40], hex[3];
    snprintf(weight, sizeof weight, "%.17g", values->weight);
    put(weight);
    put((long long)values->fragile);
    put((long long)values->packed);
    put(values->exact);
    put(values->due);
    put((long long)values->status);
    std::string image;
    for (int i = 0; i < values->image.__size; i++) {
        snprintf(hex, sizeof hex, "%02x", values->image.__ptr[i]);
        image += hex;
    }
    put(image);
}

static stock__Item *item() {
    stock__Item *item = soap_new_stock__Item(context);
    item->number = std::stoi(token());
    item->name = text();
    item->note = text();
    item->remark = text();
    item->__sizetag = std::stoi(token());
    item->tag = (char **)soap_malloc(context, sizeof(char *) * (item->__sizetag + 1));
    for (int tag = 0; tag < item->__sizetag; tag++) item->tag[tag] = text();
    return item;
}

static void put(stock__Item *item) {
    put((long long)item->number);
    put(item->name);
    put(item->note);
    put(item->remark);
    put((long long)item->__sizetag);
    for (int tag = 0; tag < item->__sizetag; tag++) put(item->tag[tag]);
}

static stock__Items *items() {
    stock__Items *items = soap_new_stock__Items(context);
    items->__sizeitem = std::stoi(token());
    items->item = (stock__Item **)soap_malloc(context, sizeof(stock__Item *) * (items->__sizeitem + 1));
    for (int i = 0; i < items->__sizeitem; i++) items->item[i] = item();
    return items;
}

static void put(stock__Items *items) {
    put((long long)items->__sizeitem);
    for (int i = 0; i < items->__sizeitem; i++) put(items->item[i]);
}

/** Items of one number are one item. */
static stock__Pair *pair() {
    stock__Pair *pair = soap_new_stock__Pair(context);
    pair->first = item();
    pair->second = item();
    if (pair->first->number == pair->second->number) pair->second = pair->first;
    return pair;
}

#ifdef SOAP_TYPE_ArrayOfstring
static ArrayOfstring *names() {
    ArrayOfstring *names = soap_new_ArrayOfstring(context);
    names->__size = std::stoi(token());
    names->__ptr = (char **)soap_malloc(context, sizeof(char *) * (names->__size + 1));
    for (int i = 0; i < names->__size; i++) names->__ptr[i] = text();
    return names;
}

static void put(ArrayOfstring *names) {
    put((long long)names->__size);
    for (int i = 0; i < names->__size; i++) put(names->__ptr[i]);
}
#endif

/** The type, "Vehicle" or "Truck", stands before the fields. */
static stock__Vehicle *vehicle() {
    if (token() == "Vehicle") {
        stock__Vehicle *vehicle = soap_new_stock__Vehicle(context);
        vehicle->plate = text();
        return vehicle;
    }
    stock__Truck *truck = soap_new_stock__Truck(context);
    truck->plate = text();
    truck->load = text();
    return truck;
}

static void put(stock__Vehicle *vehicle) {
    stock__Truck *truck = dynamic_cast<stock__Truck *>(vehicle);
    put(truck ? "Truck" : "Vehicle");
    put(vehicle->plate);
    if (truck) put(truck->load);
}

static int who_am_i(const char *address) {
    soap_header(context);
    context->header->stock__session = soap_new_stock__Session(context);
    context->header->stock__session->user = text();
    char *user = nullptr;
    int failed = soap_call_stock__WhoAmI(context, address, nullptr, user);
    if (failed) return failed;
    put(user);
    put((long long)*context->header->stock__quota);
    return SOAP_OK;
}

static stock__Numbers *numbers() {
    stock__Numbers *numbers = soap_new_stock__Numbers(context);
    numbers->__sizenumber = std::stoi(token());
    numbers->number = (LONG64 *)soap_malloc(context, sizeof(LONG64) * numbers->__sizenumber);
    for (int i = 0; i < numbers->__sizenumber; i++) numbers->number[i] = std::stoll(token());
    return numbers;
}

static int call(const std::string &operation, const char *address) {
    int failed = SOAP_NO_METHOD;
    if (operation == "EchoValues") {
        stock__EchoValuesResponse response;
        if (!(failed = soap_call_stock__EchoValues(context, address, nullptr, values(), response))) put(response.values);
    } else if (operation == "Inspect") {
        char *seen = nullptr;
        if (!(failed = soap_call_stock__Inspect(context, address, nullptr, values(), seen))) put(seen);
    } else if (operation == "EchoItems") {
        stock__EchoItemsResponse response;
        if (!(failed = soap_call_stock__EchoItems(context, address, nullptr, items(), response))) put(response.items);
    } else if (operation == "EchoPair") {
        stock__EchoPairResponse response;
        if (!(failed = soap_call_stock__EchoPair(context, address, nullptr, pair(), response))) {
            put(response.pair->first);
            put(response.pair->second);
        }
#ifdef SOAP_TYPE_ArrayOfstring
    } else if (operation == "EchoNames") {
        stock__EchoNamesResponse response;
        if (!(failed = soap_call_stock__EchoNames(context, address, nullptr, names(), response))) put(response.names);
#endif
    } else if (operation == "EchoVehicle") {
        stock__EchoVehicleResponse response;
        if (!(failed = soap_call_stock__EchoVehicle(context, address, nullptr, vehicle(), response)))
            put(response.vehicle);
    } else if (operation == "Total") {
        LONG64 total = 0;
        if (!(failed = soap_call_stock__Total(context, address, nullptr, numbers(), total))) put((long long)total);
    } else if (operation == "Divide") {
        int dividend = std::stoi(token()), divisor = std::stoi(token());
        stock__DivideResponse response;
        if (!(failed = soap_call_stock__Divide(context, address, nullptr, dividend, divisor, response))) {
            put((long long)response.quotient);
            put((long long)response.rest);
        }
    } else if (operation == "WhoAmI") {
        failed = who_am_i(address);
    } else if (operation == "Remove") {
        stock__RemoveResponse response;
        failed = soap_call_stock__Remove(context, address, nullptr, std::stoi(token()), response);
    } else if (operation == "Notify") {
        failed = soap_send_stock__Notify(context, address, nullptr, text());
        if (!failed) failed = soap_recv_empty_response(context);
    } else if (operation == "LastNotice") {
        stock__LastNoticeResponse response;
        if (!(failed = soap_call_stock__LastNotice(context, address, nullptr, response))) put(response.text);
    }
    return failed;
}

static void put_fault() {
    const char **code = soap_faultcode(context), **reason = soap_faultstring(context);
    put(code ? *code : nullptr);
    put(reason ? *reason : nullptr);
    SOAP_ENV__Detail *detail = context->fault ? context->fault->detail : nullptr;
    if (!detail || !detail->stock__missing) return;
    put((long long)detail->stock__missing->id);
    put(detail->stock__missing->where);
}

int main(int, char **arguments) {
    context = soap_new1(SOAP_C_UTFSTRING);
    for (std::string request; std::getline(std::cin, request);) {
        line = std::istringstream(request);
        result.str("");
        bool failed = call(token(), arguments[1]) != SOAP_OK;
        if (failed) put_fault();
        std::cout << (failed ? "fault" : "ok") << result.str() << std::endl;
        soap_destroy(context);
        soap_end(context);
    }
}

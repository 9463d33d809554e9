// The server of stock.h: a loop that accepts one connection after the other. Argument: the port.
#include <iostream>
#include <string>

#include "Stock.nsmap"
#include "soapH.h"

static std::string notice;
static bool noticed = false;

stock__Vehicle::~stock__Vehicle() {}

int stock__EchoValues(soap *, stock__Values *values, stock__EchoValuesResponse &response) {
    response.values = values;
    return SOAP_OK;
}

int stock__Inspect(soap *soap, stock__Values *values, char *&seen) {
    char hex[3];
    std::string image;
    for (int i = 0; i < values->image.__size; i++) {
        snprintf(hex, sizeof hex, "%02x", values->image.__ptr[i]);
        image += hex;
    }
    char text[1024];
    snprintf(text, sizeof text, "%s|%lld|%llu|%d|%s|%g|%d|%lld|%s|%s|%d|%s", values->text, (long long)values->count,
             (unsigned long long)values->positive, values->number, values->price, values->weight, values->fragile,
             (long long)values->packed, values->exact, values->due, values->status, image.c_str());
    seen = soap_strdup(soap, text);
    return SOAP_OK;
}

int stock__EchoItems(soap *, stock__Items *items, stock__EchoItemsResponse &response) {
    response.items = items;
    return SOAP_OK;
}

int stock__EchoVehicle(soap *soap, stock__Vehicle *vehicle, stock__EchoVehicleResponse &response) {
    std::string plate = dynamic_cast<stock__Truck *>(vehicle) ? "Truck " : "Vehicle ";
    vehicle->plate = soap_strdup(soap, (plate + vehicle->plate).c_str());
    response.vehicle = vehicle;
    return SOAP_OK;
}

int stock__EchoPair(soap *, stock__Pair *pair, stock__EchoPairResponse &response) {
    // gSOAP writes one item once in encoded messages, and refers to it.
    if (pair->first->number == pair->second->number) pair->second = pair->first;
    response.pair = pair;
    return SOAP_OK;
}

#ifdef SOAP_TYPE_ArrayOfstring
int stock__EchoNames(soap *, ArrayOfstring *names, stock__EchoNamesResponse &response) {
    response.names = names;
    return SOAP_OK;
}
#endif

int stock__Total(soap *, stock__Numbers *numbers, LONG64 &total) {
    total = 0;
    for (int i = 0; i < numbers->__sizenumber; i++) total += numbers->number[i];
    return SOAP_OK;
}

int stock__Divide(soap *, int dividend, int divisor, stock__DivideResponse &response) {
    response.quotient = dividend / divisor;
    response.rest = dividend % divisor;
    return SOAP_OK;
}

int stock__WhoAmI(soap *soap, char *&user) {
    if (!soap->header || !soap->header->stock__session) return soap_sender_fault(soap, "There is no session.", nullptr);
    user = soap->header->stock__session->user;
    soap->header->stock__session = nullptr;
    soap->header->stock__quota = (int *)soap_malloc(soap, sizeof(int));
    *soap->header->stock__quota = 7;
    return SOAP_OK;
}

int stock__Remove(soap *soap, int id, stock__RemoveResponse &) {
    if (id == 500) return soap_receiver_fault(soap, "The shelf is locked: <&>.", nullptr);
    if (id != 404) return SOAP_OK;
    soap_sender_fault(soap, "There is no such item.", nullptr);
    soap->fault->detail = soap_new_SOAP_ENV__Detail(soap);
    soap->fault->detail->stock__missing = soap_new__stock__missing(soap);
    soap->fault->detail->stock__missing->id = id;
    soap->fault->detail->stock__missing->where = soap_strdup(soap, "shelf");
    return SOAP_FAULT;
}

int stock__Notify(soap *soap, char *text) {
    notice = text;
    noticed = true;
    return soap_send_empty_response(soap, 202);
}

int stock__LastNotice(soap *soap, stock__LastNoticeResponse &response) {
    response.text = noticed ? soap_strdup(soap, notice.c_str()) : nullptr;
    return SOAP_OK;
}

int main(int, char **arguments) {
    soap *soap = soap_new1(SOAP_C_UTFSTRING);
    soap->bind_flags = SO_REUSEADDR;
    if (!soap_valid_socket(soap_bind(soap, "127.0.0.1", atoi(arguments[1]), 100))) return 1;
    std::cout << "ready" << std::endl;
    while (soap_valid_socket(soap_accept(soap))) {
        soap_serve(soap);
        soap_destroy(soap);
        soap_end(soap);
    }
}

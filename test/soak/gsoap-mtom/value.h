// A value of any size that is never in memory: a block of bytes, again and again. Used by client and server.
#include <cstring>
#include <sys/resource.h>

struct Value
{
    long size, at;
    bool same;
};

static const long block = 65536;
static unsigned char pattern[2 * block];

static void *open_value(struct soap *, void *handle, const char *, const char *, const char *)
{
    ((Value *)handle)->at = 0;
    return handle;
}

static size_t read_value(struct soap *, void *handle, char *buffer, size_t length)
{
    Value *value = (Value *)handle;
    long count = length < (size_t)block ? length : block;
    if (count > value->size - value->at) count = value->size - value->at;
    memcpy(buffer, pattern + value->at % block, count);
    value->at += count;
    return count;
}

static void close_value(struct soap *, void *) {}

static Value received;

static void *open_received(struct soap *, void *, const char *, const char *, const char *, enum soap_mime_encoding)
{
    received = {0, 0, true};
    return &received;
}

static int write_received(struct soap *, void *handle, const char *buffer, size_t length)
{
    Value *value = (Value *)handle;
    for (size_t from = 0; from < length;) {
        size_t count = length - from < (size_t)block ? length - from : block;
        value->same = value->same && memcmp(buffer + from, pattern + value->at % block, count) == 0;
        value->at += count;
        from += count;
    }
    return SOAP_OK;
}

static void stream_values(struct soap *soap)
{
    for (long at = 0; at < 2 * block; at++) pattern[at] = ((at % block) * 7) ^ ((at % block) >> 8);
    soap->fmimereadopen = open_value;
    soap->fmimeread = read_value;
    soap->fmimereadclose = close_value;
    soap->fmimewriteopen = open_received;
    soap->fmimewrite = write_received;
    soap->fmimewriteclose = close_value;
}

static void describe(struct soap *soap, xsd__base64Binary *data, Value *value)
{
    data->soap_default(soap);
    data->__ptr = (unsigned char *)value;
    data->__size = (int)value->size;
    data->type = (char *)"application/octet-stream";
}

/** In MB. */
static long peak()
{
    struct rusage used;
    getrusage(RUSAGE_SELF, &used);
    return used.ru_maxrss / 1024;
}

#!/usr/bin/perl
# Calls operations by SOAP::Lite's client: by the WSDL where all parts have simple types, which is what its reader of WSDLs
# supports, and else by names. Standard input: {wsdl, address, calls: [{operation, input: [[name, value]], headers}]}. A value
# is {type, value}, {array: type of its items, items: [value]}, {struct: type, fields: {name: value}}, {map: {name:
# value}} or null. Standard output: a list of {result: [value]} or {fault: {code, reason, detail}}, in which all values
# are texts.
use strict;
use warnings;
use JSON::PP;
use SOAP::Lite;

my $job = JSON::PP->new->utf8->decode(do { local $/; <STDIN> });
my $service = SOAP::Lite->service($job->{wsdl});
my $client = SOAP::Lite->new(proxy => $job->{address})->default_ns('urn:library')->on_action(sub { '"' . join('#', @_) . '"' });
$client->serializer->register_ns('urn:library', 'tns');
$_->on_fault(sub { }) for $service, $client;

# Perl's text, or its bytes.
sub simple {
    my ($value) = @_;
    utf8::downgrade($value->{value}) if $value->{type} eq 'base64Binary';
    return $value->{value};
}

sub data {
    my ($name, $value) = @_;
    return SOAP::Data->name($name => undef) unless defined $value;
    if (exists $value->{items}) {
        my @items = map { data('item', $_) } @{ $value->{items} };
        return SOAP::Data->name($name)->type('soapenc:Array')
            ->attr({ 'soapenc:arrayType' => $value->{array} . '[' . @items . ']' })
            ->value(@items ? \SOAP::Data->value(@items) : '');
    }
    if (exists $value->{map}) {
        my %map = map { $_ => data($_, $value->{map}{$_})->value } keys %{ $value->{map} };
        return SOAP::Data->name($name)->type('map')->value(\%map);
    }
    return SOAP::Data->name($name)->type($value->{type})->value(simple($value)) unless exists $value->{fields};
    my @fields = map { data($_, $value->{fields}{$_}) } keys %{ $value->{fields} };
    return SOAP::Data->name($name)->attr({ 'xsi:type' => $value->{struct} })->value(\SOAP::Data->value(@fields));
}

sub texts {
    my ($value) = @_;
    return [ map { texts($_) } @$value ] if ref $value eq 'ARRAY';
    return { map { $_ => texts($value->{$_}) } keys %$value } if ref $value;
    return defined $value ? "$value" : undef;
}

sub header {
    my ($name, $value) = @_;
    return SOAP::Header->name("tns:$name")->value(data($name, $value)->value);
}

sub message_of {
    my ($call) = @_;
    my ($operation, $input, $headers) = @$call{qw(operation input headers)};
    if (!%$headers && !grep { !defined $_->[1] || !exists $_->[1]{value} } @$input) {
        return $service->want_som(1)->$operation(map { simple($_->[1]) } @$input);
    }
    return $client->call($operation, (map { data(@$_) } @$input), (map { header($_, $headers->{$_}) } keys %$headers));
}

my @answers;
for my $call (@{ $job->{calls} }) {
    my $message = message_of($call);
    push @answers, $message->fault
        ? { fault => { code => $message->faultcode, reason => $message->faultstring, detail => texts($message->faultdetail) } }
        : { result => [ map { texts($_) } $message->paramsall ], headers => texts($message->header) };
}
print JSON::PP->new->utf8->encode(\@answers);

#!/usr/bin/perl
# A service in the way of SOAP::Lite's users: a package whose functions are the operations. Arguments: the port, and the
# path of the WSDL, which is written by hand and returned for `?wsdl`.
use strict;
use warnings;
use utf8;

package Library;
use parent -norequire, 'SOAP::Server::Parameters';

sub typed { my ($name, $type, $value) = @_; return SOAP::Data->name($name)->type($type)->value($value) }

# Perl knows numbers and texts; the types of the WSDL are named here.
sub book {
    my ($book) = @_;
    my @fields = (
        typed(title => 'string', $book->{title}),
        typed(pages => 'long', $book->{pages}),
        typed(price => 'decimal', $book->{price}),
        typed(weight => 'double', $book->{weight}),
        typed(lent => 'boolean', $book->{lent} ? 1 : 0),
        typed(printed => 'dateTime', $book->{printed}),
        typed(genre => 'string', $book->{genre}),
        typed(cover => 'base64Binary', $book->{cover}),
        SOAP::Data->name(note => $book->{note})->type('string'),
        texts(authors => $book->{authors}),
    );
    return SOAP::Data->name('book')->attr({ 'xsi:type' => 'tns:Book' })->value(\SOAP::Data->value(@fields));
}

sub texts {
    my ($name, $texts) = @_;
    my @items = map { SOAP::Data->name('item')->type('string')->value($_) } @{ $texts || [] };
    return SOAP::Data->name($name)->type('soapenc:Array')->attr({ 'soapenc:arrayType' => 'xsd:string[' . @items . ']' })
        ->value(@items ? \SOAP::Data->value(@items) : '');
}

sub EchoText { return typed(text => 'string', $_[1]) }
sub EchoTexts { return texts(texts => $_[1]) }
sub EchoBook { return book($_[1]) }
sub EchoBytes { return typed(bytes => 'base64Binary', $_[1]) }
sub EchoMap { return SOAP::Data->name('map')->type('map')->value($_[1]) }

sub Describe {
    my ($class, $book) = @_;
    my @fields = map { defined $book->{$_} ? "$_=$book->{$_}" : "$_ is undef" }
        qw(title pages price weight lent printed genre note);
    return typed(description => 'string', join '|', @fields, unpack('H*', $book->{cover}), @{ $book->{authors} });
}

sub Total {
    my ($class, $numbers) = @_;
    my $total = 0;
    $total += $_ for @$numbers;
    return typed(total => 'long', $total);
}

sub Divide {
    my ($class, $dividend, $divisor) = @_;
    return (typed(quotient => 'int', int($dividend / $divisor)), typed(rest => 'int', $dividend % $divisor));
}

# One array twice: SOAP::Lite writes it once, and refers to it.
sub Twins {
    my ($class, $name) = @_;
    my $twin = { name => $name, tags => [ 'a', 'b' ] };
    return SOAP::Data->name(pair => { first => $twin, second => $twin });
}

sub WhoAmI {
    my $message = pop;
    my $quota = SOAP::Header->name('tns:Quota')->type('int')->value(7);
    return ($quota, typed(user => 'string', $message->valueof('//Session')->{user}));
}

sub Remove {
    my ($class, $id) = @_;
    die SOAP::Fault->faultcode('Client')->faultstring('There is no such book.')
        ->faultdetail(SOAP::Data->name('tns:Missing')->value(\SOAP::Data->value(typed(id => 'int', $id), typed(where => 'string', 'shelf <1>'))))
        if $id == 404;
    die SOAP::Fault->faultcode('Server')->faultstring('The shelf is locked: <&>.') if $id == 500;
    return;
}

package Daemon;
use SOAP::Transport::HTTP;
use parent -norequire, 'SOAP::Transport::HTTP::Daemon';

my ($port, $wsdl);

# `?wsdl` is not for the dispatcher. One request for each connection: the daemon serves one connection at a time.
sub handle {
    my $self = shift->new;
    while (my $connection = $self->accept) {
        my $request = $connection->get_request or next;
        $connection->force_last_request;
        if ($request->method eq 'GET') {
            $connection->send_file_response($wsdl);
        }
        else {
            $self->request($request);
            $self->SOAP::Transport::HTTP::Server::handle;
            $connection->send_response($self->response);
        }
        $connection->close;
    }
}

package main;

($port, $wsdl) = @ARGV;
$| = 1;
my $daemon = Daemon->new(LocalAddr => '127.0.0.1', LocalPort => $port, ReuseAddr => 1)
    ->dispatch_with({ 'urn:library' => 'Library' });
$daemon->serializer->register_ns('urn:library', 'tns');
print "ready\n";
$daemon->handle;

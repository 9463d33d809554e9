// Attacks outside of the message: HTTP headers, request targets, and posts of a test form.
import { fill } from './documents.js';
import { headOf } from './requests.js';

const encoder = new TextEncoder();
const ping =
  '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><Ping xmlns="urn:everything/">p</Ping></s:Body></s:Envelope>';

const post = ({ target = '/everything', headers = [], type = 'text/xml', body = ping, status }) => {
  const bytes = encoder.encode(body);
  const host = headers.includes('Host') ? [] : ['Host', 'localhost'];
  const rawHeaders = [...host, 'Content-Type', type, 'Content-Length', String(bytes.length), ...headers];
  return { status, body: bytes, bytes: bytes.length, head: headOf(target, rawHeaders) };
};

const urlEncoded = (body, status = 400) =>
  post({ target: '/everything?op=Echo', type: 'application/x-www-form-urlencoded', body, status });
const part = (name, value) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const nil = part('nil:Values/nil', 'on');
const multipart = (body, status = 400) =>
  post({ target: '/everything?op=Echo', type: 'multipart/form-data; boundary=b', body, status });

export const posts = {
  'Content-Type: parameters': (n) => post({ type: `text/xml${fill(n, ';a=b')}`, status: 200 }),
  'Content-Type: semicolons': (n) => post({ type: `text/xml${fill(n, ';')}`, status: 200 }),
  'Content-Type: spaces': (n) => post({ type: `text/xml${fill(n, ' ')};charset=utf-8`, status: 200 }),
  'Content-Type: spaces around parameters': (n) => post({ type: `text/xml${fill(n, '; a =  b  ')}`, status: 200 }),
  'Content-Type: a quoted value of backslashes': (n) => post({ type: `text/xml; a="${fill(n, '\\"')}"`, status: 200 }),
  'Content-Type: a quote that does not end': (n) => post({ type: `text/xml; a="${fill(n, '\\a')}`, status: 415 }),
  'Content-Type: a long action': (n) => post({ type: `application/soap+xml; action="${fill(n, 'a')}"`, status: 500 }),
  'Content-Type: boundaries': (n) =>
    post({ target: '/everything?op=Echo', type: `multipart/form-data${fill(n, ';boundary= b')}`, status: 400 }),
  'Content-Type: spaces before a boundary': (n) =>
    post({ target: '/everything?op=Echo', type: `multipart/form-data;a=b;${fill(n, ' ')}boundary=b`, status: 400 }),
  'Host: a long name': (n) => post({ headers: ['Host', `xn--a.${fill(n, 'a.')}`], status: 400 }),
  'Host: a long address': (n) => post({ headers: ['Host', `[${fill(n, ':')}]`], status: 400 }),
  'Host: a number of a port': (n) => post({ headers: ['Host', `a:${fill(n, '1')}`], status: 400 }),
  'Host: many': (n) => post({ headers: fill(n, 'Host|a|').slice(0, -1).split('|'), status: 400 }),
  'SOAPAction: long': (n) => post({ headers: ['SOAPAction', `"${fill(n, 'a')}"`], status: 500 }),
  'SOAPAction: quotes': (n) => post({ headers: ['SOAPAction', fill(n, '"')], status: 500 }),
  'Content-Length: digits': (n) => post({ headers: ['Content-Length', fill(n, '1')], status: 400 }),
  'Content-Encoding: long': (n) => post({ headers: ['Content-Encoding', fill(n, 'gzip,')], status: 415 }),
  'headers: many': (n) => post({ headers: fill(n, 'X-Other|a|').slice(0, -1).split('|'), status: 200 }),
  'target: a long query': (n) => post({ target: `/everything?${fill(n, 'a=b&')}`, status: 200 }),
  'target: a long path': (n) => post({ target: `/${fill(n, 'a/')}`, status: 404 }),
  'target: a whole URL': (n) => post({ target: `http://${fill(n, 'a.')}/everything`, status: 200 }),
  'URL-encoded: one value': (n) => urlEncoded(`nil:Values/nil=on&Values/string=${fill(n, '%41+')}`, 200),
  'URL-encoded: one long name': (n) => urlEncoded(`${fill(n, 'a%2F')}=1`),
  'URL-encoded: ampersands': (n) => urlEncoded(`${fill(n, '&')}nil:Values/nil=on`, 200),
  'URL-encoded: entries': (n) => urlEncoded(fill(n, (at) => `a${at}=1&`)),
  'URL-encoded: an escape that is none, at the end': (n) => urlEncoded(`Ping=${fill(n, 'a')}%`),
  'multipart: one value': (n) => multipart(`${nil}${part('Values/string', fill(n, 'x'))}--b--`, 200),
  'multipart: a value of CR': (n) => multipart(`${nil}${part('Values/string', fill(n, '\r'))}--b--`, 200),
  'multipart: nearly the boundary': (n) => multipart(`${nil}${part('Values/string', fill(n, '\r\n--a'))}--b--`, 200),
  'multipart: without its end': (n) =>
    multipart(`--b\r\nContent-Disposition: form-data; name="Ping"\r\n\r\n${fill(n, '\r\n--')}`),
  'multipart: parts': (n) => multipart(`${fill(n, (at) => part(`a${at}`, ''))}--b--`),
  'multipart: the head of a part': (n) => multipart(`--b\r\n${fill(n, 'A: b\r\n')}\r\n\r\n--b--`),
  'multipart: a header of a part': (n) =>
    multipart(`--b\r\nContent-Disposition: form-data; name="${fill(n, ' ')}"\r\n\r\n--b--`),
  'multipart: a header of spaces': (n) => multipart(`--b\r\nA:${fill(n, ' ')}x${fill(n, ' ')}\u0000\r\n\r\n--b--`),
};

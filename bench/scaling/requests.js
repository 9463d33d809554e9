// Attacks on generated code: requests of test/golden/everything, decoded, and encoded again by an echo.
import { fill } from './documents.js';

const encoder = new TextEncoder();
const soap = 'http://schemas.xmlsoap.org/soap/envelope/';
const session = '<Session xmlns="urn:everything/"><Token>t</Token></Session>';

const envelope = (content, header = '') =>
  `<soap:Envelope xmlns:soap="${soap}">${header === '' ? '' : `<soap:Header>${header}</soap:Header>`}<soap:Body>${content}</soap:Body></soap:Envelope>`;

/** A request for an operation, in SOAP 1.1. */
const request = (operation, content, status = 200, header = '') => ({
  action: `urn:everything/${operation}`,
  status,
  text: envelope(
    `<${operation} xmlns="urn:everything/" xmlns:c="urn:everything:common">${content}</${operation}>`,
    header,
  ),
});

const nil = '<nil xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:nil="true"/>';
const values = (fields, status) => request('Echo', `<Values>${fields}${nil}</Values>`, status);
/** A field of a simple type. */
const value = (name, text, status) => values(`<${name}>${text}</${name}>`, status);
/** `colours` before the field, which is at its own position in the schema otherwise. */
const restricted = (field, status, colours = '') => {
  const last = /^<(?:percent|nickname|hostile)>/.test(field);
  const fields = last ? `${DENMARK}${field}` : `${field}${DENMARK}`;
  return request('EchoRestricted', `<Restricted><colour>red</colour>${colours}${fields}</Restricted>`, status);
};
const DENMARK = '<nordic>DK</nordic>';
const before = '<amount>1</amount><tags>a</tags><status>open</status>';
const method = '<card><number>1</number></card>';
const either = '<left>l</left>';
/** @param early content before the choice of a method; `late` after it, and `end` after everything. */
const payment = ({ early = '', late = '', end = '' }, status) =>
  request('EchoContent', `<Payment>${before}${early}${method}${late}${either}${end}</Payment>`, status);
const markup = (content) => request('EchoMarkup', content);
const tree = (depth) => {
  let inner = '<value>1</value>';
  for (let at = 0; at < depth; at++) inner = `<value>1</value><left>${inner}</left><right><value>2</value></right>`;
  return `<Tree>${inner}</Tree>`;
};

/** Requests by name. */
export const requests = {
  'text: a field': (n) => value('string', fill(n, 'x')),
  'text: a field of references': (n) => value('string', fill(n, '&#13;')),
  'text: a field of CDATA sections': (n) => value('string', fill(n, '<![CDATA[x]]>')),
  'text: a field of comments': (n) => value('string', fill(n, 'x<!---->')),
  'text: a field of characters of four bytes': (n) => value('string', fill(n / 2, '😀')),
  'numbers: a decimal of digits': (n) => value('decimal', fill(n, '7')),
  'numbers: a decimal of zeros and a digit': (n) => value('decimal', `0.${fill(n, '0')}1`),
  'numbers: a decimal of leading zeros': (n) => value('decimal', `${fill(n, '0')}1`),
  'numbers: a decimal with bounds': (n) => restricted(`<percent>1.${fill(n, '0')}1</percent>`, 500),
  'numbers: a decimal beside a bound': (n) => restricted(`<percent>0.${fill(n, '0')}1</percent>`, 500),
  'numbers: a decimal with bounds, zeros behind': (n) => restricted(`<percent>1.5${fill(n, '0')}</percent>`),
  'numbers: an integer': (n) => value('integer', fill(n, '7'), 500),
  'numbers: an integer of zeros': (n) => value('integer', `${fill(n, '0')}7`),
  'numbers: an int': (n) => value('int', fill(n, '7'), 500),
  'numbers: an int of zeros': (n) => value('int', `${fill(n, '0')}7`),
  'numbers: a long': (n) => value('long', fill(n, '7'), 500),
  'numbers: an unsignedLong of an enumeration': (n) => restricted(`<huge>${fill(n, '0')}</huge>`),
  'numbers: a double': (n) => value('double', `0.${fill(n, '7')}`),
  'numbers: a double with an exponent': (n) => value('double', `1e${fill(n, '7')}`),
  'numbers: a decimal as a number': (n) =>
    request(
      'EchoMapped',
      `<Mapped><integerAsString>1</integerAsString><unsignedLongAsNumber>1</unsignedLongAsNumber><longAsString>1</longAsString><decimalAsNumber>0.${fill(n, '7')}</decimalAsNumber><instant>2020-01-01T00:00:00Z</instant></Mapped>`,
    ),
  'times: a fraction': (n) => value('dateTime', `2020-01-01T00:00:00.${fill(n, '7')}Z`),
  'times: a fraction of zeros': (n) => value('dateTime', `2020-01-01T00:00:00.${fill(n, '0')}1Z`),
  'times: a fraction as a Date': (n) =>
    request(
      'EchoMapped',
      `<Mapped><integerAsString>1</integerAsString><unsignedLongAsNumber>1</unsignedLongAsNumber><longAsString>1</longAsString><decimalAsNumber>1</decimalAsNumber><instant>2020-01-01T00:00:00.${fill(n, '7')}Z</instant></Mapped>`,
    ),
  'times: a year': (n) => value('dateTime', `${fill(n, '7')}-01-01T00:00:00Z`, 500),
  'times: a time': (n) => value('time', `00:00:00.${fill(n, '70')}`),
  'times: a bound': (n) => payment({ early: `<when>2020-01-01T00:00:00.${fill(n, '07')}Z</when>` }),
  'times: a duration of digits': (n) => value('duration', `P${fill(n, '7')}D`),
  'times: a duration of a fraction': (n) => value('duration', `PT1.${fill(n, '07')}S`),
  'times: a gYear': (n) => value('gYear', fill(n, '7')),
  'binary: base64': (n) => value('base64Binary', fill(n, 'QUJD')),
  'binary: base64 with white space everywhere': (n) => value('base64Binary', fill(n, 'Q U\nJ D\t')),
  'binary: base64 that is wrong at the end': (n) => value('base64Binary', `${fill(n, 'QUJD')}*`, 500),
  'binary: base64 in CDATA sections': (n) => value('base64Binary', fill(n, '<![CDATA[Q]]><!----><![CDATA[UJD]]>')),
  'binary: base64 of references': (n) => value('base64Binary', fill(n, '&#65;&#65;&#65;&#65;')),
  'binary: hexBinary': (n) => value('hexBinary', fill(n, 'ab')),
  'names: a Name': (n) => value('Name', fill(n, 'n')),
  'names: an NMTOKEN with white space around': (n) => value('NMTOKEN', `${fill(n / 2, ' ')}n${fill(n / 2, ' ')}`),
  'names: a QName with a long prefix': (n) => payment({ early: `<name>${fill(n, 'p')}:q</name>` }, 500),
  'names: a language': (n) => value('language', `a${fill(n, '-ab')}`),
  'names: an anyURI': (n) => value('anyURI', fill(n, 'http://a/%41')),
  'white space: a token': (n) => value('token', fill(n, 'a  \t')),
  'white space: a token of nothing else': (n) => value('token', fill(n, ' ')),
  'white space: a normalizedString': (n) => value('normalizedString', fill(n, 'a\t')),
  'lists: NMTOKENS': (n) => value('NMTOKENS', fill(n, 'ab ')),
  'lists: with items of an enumeration': (n) => markup(`<Settings id="i" by="b" colours="${fill(n, 'red  green ')}"/>`),
  'lists: with too many items': (n) => payment({ early: `<sizes>${fill(n, '1 ')}</sizes>` }, 500),
  'unions: what fits the last member': (n) => payment({ early: `<size>${fill(n, ' ')}red</size>` }, 500),
  'unions: what fits none': (n) => payment({ early: `<size>${fill(n, '1x')}</size>` }, 500),
  'patterns: what does not fit': (n) => restricted(`<country>${fill(n, 'A')}</country>`, 500),
  'patterns: what fits nearly': (n) => restricted(`<hostile>${fill(n, "''`")}</hostile>`, 500),
  'enumerations: nothing of it': (n) => restricted('', 500, `<colours>${fill(n, 'x')}</colours>`),
  'lengths: too long': (n) => restricted(`<nickname>${fill(n, '😀')}</nickname>`, 500),
  'arrays: of decimals': (n) => values(fill(n, '<many>1.5</many>')),
  'arrays: of lists': (n) => values(fill(n, '<lists>a b</lists>')),
  'arrays: of enumerations': (n) => restricted('', 200, fill(n, '<colours>light blue</colours>')),
  'arrays: of records': (n) => payment({ early: fill(n, '<lines><sku>s</sku><n>1</n></lines>') }),
  'arrays: of records with attributes': (n) => markup(fill(n, '<Prices currency="EUR">1.50</Prices>')),
  'arrays: of unions': (n) => payment({ early: '<size>1</size>', late: fill(n, '<paid>2020-01-01T00:00:00Z</paid>') }),
  'arrays: of choices': (n) => payment({ late: fill(n, '<refused>r</refused><paid>2020-01-01T00:00:00Z</paid>') }),
  'arrays: of groups': (n) => payment({ late: fill(n, '<a>1</a><b>2</b><a>3</a>') }),
  'arrays: of types by xsi:type': (n) =>
    request('EchoCommon', fill(n, '<Circle><radius>1</radius></Circle><Square><side>2</side></Square>')),
  'recursion: records in records': (n) =>
    request(
      'EchoAnimals',
      `<Animals xmlns:i="http://www.w3.org/2001/XMLSchema-instance" i:type="Cat"><name>n</name><purrs>true</purrs></Animals>${tree(60)}`,
      200,
      fill(n, session.replace('Session', 'Other').replace('Session', 'Other')),
    ),
  'unknown elements': (n) => values(fill(n, '<unknown><x>1</x></unknown>')),
  'unknown elements: with prefixes': (n) =>
    values(fill(n, (at) => `<p${at}:x xmlns:p${at}="u"><p${at}:y/></p${at}:x>`)),
  'unknown elements: of nearly known names': (n) => values(fill(n, '<strin>1</strin><strings>2</strings>')),
  'unknown attributes': (n) => values(fill(n, '<many x="1" y="2">1</many>')),
  'any: extra elements': (n) => payment({ end: fill(n, '<x:e xmlns:x="urn:x"><x:f>1</x:f></x:e>') }),
  'any: one extra element': (n) => payment({ end: `<x:e xmlns:x="urn:x">${fill(n, '<x:f g="1">1</x:f>')}</x:e>` }),
  'any: extra elements whose prefixes stand outside': (n) =>
    request(
      'EchoContent',
      `<Payment ${fill(1000, (at) => `xmlns:p${at}="urn:p${at}" `)}>${before}${method}${either}${fill(n, '<p1:e p2:a=""/>')}</Payment>`,
    ),
  'any: words that look like prefixes': (n) =>
    payment({ end: `<x:e xmlns:x="urn:x">${fill(n, (at) => `w${at}:v `)}</x:e>` }),
  'any: a field of any type': (n) => payment({ early: `<anything>${fill(n, '<z>1</z>')}</anything>` }),
  'any: attributes': (n) => markup(`<Settings id="i" by="b" ${fill(n, (at) => `c:a${at}="1" `)}/>`),
  'mixed: texts and elements': (n) => markup(`<Letter>${fill(n, 'a<bold>b</bold>c<italic>d</italic>')}</Letter>`),
  'mixed: one text of references': (n) => markup(`<Letter>${fill(n, '&lt;')}</Letter>`),
  'header blocks: unknown': (n) =>
    request('Find', '<Query>q</Query>', 200, session + fill(n, '<x:b xmlns:x="urn:x"/>')),
  'header blocks: that must be understood': (n) =>
    request('Find', '<Query>q</Query>', 500, session + fill(n, '<x:b xmlns:x="urn:x" soap:mustUnderstand="1"/>')),
  'header blocks: for others': (n) =>
    request('Find', '<Query>q</Query>', 200, session + fill(n, '<x:b xmlns:x="urn:x" soap:actor="urn:y"/>')),
  'header blocks: one with much in it': (n) =>
    request('Find', '<Query>q</Query>', 200, `${session}<x:b xmlns:x="urn:x">${fill(n, '<x:c/>')}</x:b>`),
  'header blocks: a known one with much in it': (n) =>
    request('Find', '<Query>q</Query>', 200, session.replace('<Token>', `${fill(n, '<x/>')}<Token>`)),
  'faults: a long unknown operation': (n) => request(`X${fill(n / 2, 'x')}`, '', 500),
  'body: many elements': (n) => ({ ...request('Ping', ''), status: 500, text: envelope(fill(n, '<x/>')) }),
};

/** A request as an adapter passes it on. */
export function postOf(make, bytes) {
  const { action, status, text } = make(bytes);
  const body = encoder.encode(text);
  const rawHeaders = ['Host', 'localhost', 'Content-Type', 'text/xml; charset=utf-8', 'SOAPAction', `"${action}"`];
  return { status, body, head: headOf('/everything', [...rawHeaders, 'Content-Length', String(body.length)]) };
}

export function headOf(target, rawHeaders) {
  return {
    method: 'POST',
    target,
    rawHeaders,
    scheme: 'http',
    needsHost: true,
    needsLength: true,
    peerAddress: '127.0.0.1',
    codings: [],
  };
}

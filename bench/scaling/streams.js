// Attacks on streaming: messages with streamed fields d and n and a record r, of the fuzzed codec. `piece` is the number of
// bytes that arrive at a time, `ends` the expected error code.
import { fill } from './documents.js';

const encoder = new TextEncoder();
const message = (content) => `<r xmlns="urn:f" xmlns:x="urn:x">${content}</r>`;
const field = (content) => message(`<d>${content}</d>`);
/** Base64 in lines of one width. */
const lines = (n, width, end) => fill(n, 'QUJD'.repeat(width / 4) + end);
const number = (index) => index.toString(36);

/** Messages by name: the text, and how to send it. */
export const streams = {
  base64: (n) => field(fill(n, 'QUJD')),
  'base64 in lines of 76': (n) => field(lines(n, 76, '\r\n')),
  'base64 in lines of 64': (n) => field(lines(n, 64, '\n')),
  'base64 in lines of 77': (n) =>
    field(fill(n, `${'QUJD'.repeat(19)}Q\n${'UJDQ'.repeat(19)}U\n${'JDQU'.repeat(19)}J\n${'DQUJ'.repeat(19)}D\n`)),
  'base64 in lines of chance': (n) => field(fill(n, (at) => `${'QUJD'.repeat(1 + ((at * 7919) % 40))}\n`)),
  'base64 in lines of 76, one of them longer, again and again': (n) =>
    field(fill(n, `${lines(20_000, 76, '\n')}QUJD\n`)),
  'base64 with white space everywhere': (n) => field(fill(n, 'Q U\nJ D\t')),
  'base64 that is wrong at the end': (n) => ({ ends: 'value', text: field(`${fill(n, 'QUJD')}*`) }),
  'white space alone': (n) => field(fill(n, ' ')),
  'white space in lines': (n) => field(fill(n, `${' '.repeat(76)}\n`)),
  references: (n) => field(fill(n, '&#65;&#65;&#65;&#65;')),
  'references, hexadecimal with zeros': (n) => field(fill(n, '&#x0041;&#x0041;&#x0041;&#x0041;')),
  'references to white space': (n) => field(fill(n, '&#32;')),
  'one reference of many zeros': (n) => field(`&#${fill(n, '0')}65;AAA`),
  'one reference that does not end': (n) => ({ ends: 'ill-formed', text: `<r xmlns="urn:f"><d>&#${fill(n, '1')}` }),
  comments: (n) => field(fill(n, '<!---->')),
  'comments between groups': (n) => field(fill(n, 'QUJD<!---->')),
  'one comment': (n) => field(`<!--${fill(n, 'x')}-->`),
  'one comment of ends that are none': (n) => field(`<!--${fill(n, '>->')}-->`),
  'one comment that does not end': (n) => ({ ends: 'ill-formed', text: `<r xmlns="urn:f"><d><!--${fill(n, '>')}` }),
  instructions: (n) => field(fill(n, '<?p?>')),
  'one instruction of ends that are none': (n) => field(`<?p ${fill(n, '> ? ')}?>`),
  'CDATA of one digit': (n) => field(fill(n, '<![CDATA[A]]>'.repeat(4))),
  'CDATA of nothing': (n) => field(fill(n, '<![CDATA[]]>')),
  'CDATA, one section': (n) => field(`<![CDATA[${fill(n, 'QUJD')}]]>`),
  'CDATA, one section in lines of 76': (n) => field(`<![CDATA[${lines(n, 76, '\n')}]]>`),
  'elements of the name in another namespace': (n) => message(fill(n, '<x:d></x:d>')),
  'elements of the name in another namespace, with much in them': (n) =>
    message(fill(n, `<x:d>${'x'.repeat(5000)}</x:d>`)),
  'elements of the name in another element': (n) => message(`<x:e>${fill(n, '<d></d>')}</x:e>`),
  'elements of the name, towers of 200': (n) => message(fill(n, '<x:d>'.repeat(200) + '</x:d>'.repeat(200))),
  'elements of the name, behind many declarations': (n) =>
    `<r xmlns="urn:f" xmlns:x="urn:x" ${fill(n / 2, (at) => `xmlns:p${number(at)}="u" `)}>${fill(n / 2, '<x:d></x:d>')}</r>`,
  'elements of the name in a comment': (n) => message(`<!--${fill(n, '<d>')}-->`),
  'streamed fields': (n) => message(fill(n, '<d>QUJD</d>')),
  'streamed fields of 100 bytes': (n) => message(fill(n, `<d>${'QUJD'.repeat(25)}</d>`)),
  '10,000 streamed fields': (n) => message(`<d>${fill(n / 10_000, 'QUJD')}</d>`.repeat(10_000)),
  'streamed fields that are nil': (n) =>
    message(fill(n, '<n xmlns:i="http://www.w3.org/2001/XMLSchema-instance" i:nil="true"></n>')),
  'texts before a streamed field': (n) => message(`<t>${fill(n, 'x')}</t><d>QUJD</d>`),
  'elements before a streamed field': (n) => message(`${fill(n, '<t>x</t>')}<d>QUJD</d>`),
  'one start tag': (n) => message(`<x:d a="${fill(n, '>')}"></x:d>`),
  'one start tag that does not end': (n) => ({ ends: 'ill-formed', text: `<r xmlns="urn:f"><d a="${fill(n, '>')}` }),
  'markup without names': (n) => ({ ends: 'ill-formed', text: message(fill(n, '<>')) }),
  'in pieces of 1 byte: base64': (n) => ({ piece: 1, text: field(fill(n, 'QUJD')) }),
  'in pieces of 1 byte: base64 in lines of 76': (n) => ({ piece: 1, text: field(lines(n, 76, '\n')) }),
  'in pieces of 1 byte: references': (n) => ({ piece: 1, text: field(fill(n, '&#65;&#65;&#65;&#65;')) }),
  'in pieces of 1 byte: one comment': (n) => ({ piece: 1, text: field(`<!--${fill(n, '>->')}-->`) }),
  'in pieces of 1 byte: CDATA of one digit': (n) => ({ piece: 1, text: field(fill(n, '<![CDATA[A]]>'.repeat(4))) }),
  'in pieces of 1 byte: elements': (n) => ({ piece: 1, text: message(fill(n, '<t>x</t>')) }),
  'in pieces of 1 byte: elements of the name': (n) => ({ piece: 1, text: message(fill(n, '<x:d></x:d>')) }),
  'in pieces of 1 byte: one start tag': (n) => ({ piece: 1, text: message(`<x:d a="${fill(n, '>')}"></x:d>`) }),
  'in pieces of 1 byte: a comment between elements': (n) => ({ piece: 1, text: message(`<!--${fill(n, '->')} -->`) }),
  'in pieces of 100 bytes: base64': (n) => ({ piece: 100, text: field(fill(n, 'QUJD')) }),
  'in one piece: base64 in lines of 76': (n) => ({ piece: Infinity, text: field(lines(n, 76, '\n')) }),
  'in one piece: CDATA, one section': (n) => ({ piece: Infinity, text: field(`<![CDATA[${fill(n, 'Q UJD')}]]>`) }),
  'in one piece: comments between groups': (n) => ({ piece: Infinity, text: field(fill(n, 'QUJD<!---->')) }),
};

/** The size of a read from a socket. */
const PIECE = 65_536;

/** A message as bytes, and in pieces. */
export function streamOf(make, bytes) {
  const input = make(bytes);
  const { ends = 'read', piece = PIECE, text } = typeof input === 'string' ? { text: input } : input;
  return { ends, piece, bytes: encoder.encode(text) };
}

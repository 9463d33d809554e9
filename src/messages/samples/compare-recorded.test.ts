import { describe, expect, it } from 'vitest';
import { contractOf } from '../../../test/support/generator/load-contracts.ts';
import { serviceFor } from '../../emit/index.ts';
import { type Comparison, compareRecorded } from './compare-recorded.ts';
import type { DeviationFinding } from './deviation-tally.ts';
import type { Exchange, RecordedMessage } from './recorded-message.ts';

const contract = contractOf(`soapwright: 1
service: Shop
namespace: urn:shop/
address: https://shop.example/shop
soap: ["1.1"]
operations:
  Find:
    doc: Finds an invoice.
    request: { Number: int, Pin: { type: int, sensitive: true } }
    result: { type: Invoice, as: Found }
    headers: [Session]
    faults: [NotFound]
  Cancel: { request: { Number: int }, oneWay: true }
headers:
  Session: { record: { Id: string } }
faults:
  NotFound: { record: { Number: int } }
types:
  Status: { enum: [open, paid] }
  Code: { base: string, pattern: "[A-Z]{2}" }
records:
  Invoice:
    Number: int
    Status: Status?
    Code: Code?
    Paid: date?
    Lines: Line[]
    Customer: Person?
    $attributes: { currency: Code? }
  Line: { Text: string, Amount: { type: decimal, nillable: true } }
  Person: { $abstract: true, Name: string }
  Company: { $extends: Person, Tax: string }
`);
const service = serviceFor(contract);
const soap = 'http://schemas.xmlsoap.org/soap/envelope/';
const session = '<Session xmlns="urn:shop/"><Id>1</Id></Session>';

function message(body: string, rest: Partial<RecordedMessage> & { readonly header?: string } = {}): RecordedMessage {
  const { header = '', ...more } = rest;
  const blocks = header === '' ? '' : `<s:Header>${header}</s:Header>`;
  const text = `<s:Envelope xmlns:s="${soap}" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">${blocks}\n<s:Body>${body}</s:Body></s:Envelope>`;
  return { file: 'a.xml', line: 1, body: new TextEncoder().encode(text), ...more };
}

const request = message('<Find xmlns="urn:shop/"><Number>1</Number><Pin>2</Pin></Find>', { header: session });

function compare(...exchanges: readonly Exchange[]): Comparison {
  return compareRecorded({ exchanges, others: 0, problems: [] }, contract, service);
}

/** Of a response that holds an invoice. */
function deviations(invoice: string, attributes = ''): readonly string[] {
  const body = `<FindResponse xmlns="urn:shop/"><Found${attributes}>${invoice}</Found></FindResponse>`;
  return shown(compare({ request, response: message(body) }));
}

function shown({ findings }: Comparison): readonly string[] {
  return (findings as readonly DeviationFinding[]).map(({ kind, path = '', values = [] }) =>
    [kind, path.replace('FindResponse/Found', '.'), ...values].join(' '),
  );
}

describe('compareRecorded', () => {
  it('reports nothing for messages that fit', () => {
    expect(deviations('<Number>1</Number><Lines><Text/><Amount xsi:nil="true"/></Lines>')).toEqual([]);
    expect(
      deviations('<Number>1</Number><Customer xsi:type="Company"><Name/><Tax/></Customer>', ' currency="EU"'),
    ).toEqual([]);
  });

  it.each<[string, string, readonly string[]]>([
    ['an unknown element', '<Number>1</Number><X/>', ['unknown-element ./X']],
    ['an element in another namespace', '<Number xmlns="">1</Number>', ['unknown-element ./Number']],
    ['another order', '<Status>open</Status><Number>1</Number>', ['order ./Number']],
    ['a missing element', '', ['missing-element ./Number']],
    ['a repeated element', '<Number>1</Number><Number>2</Number>', ['repeated-element ./Number']],
    ['text between elements', 'x<Number>1</Number>', ['unexpected-text .']],
    ['nil that is not nillable', '<Number xsi:nil="true"/>', ['nil ./Number']],
    [
      'nil with content',
      '<Number>1</Number><Lines><Text/><Amount xsi:nil="true">1</Amount></Lines>',
      ['nil ./Lines/Amount'],
    ],
    ['a value', '<Number>1,5</Number>', ['value ./Number 1,5']],
    ['a day that does not exist', '<Number>1</Number><Paid>2024-02-30</Paid>', ['value ./Paid 2024-02-30']],
    ['a text without quoting it', '<Number>1</Number><Code>abc</Code>', ['value ./Code']],
    ['an enumerated value', '<Number>1</Number><Status>lost</Status>', ['unknown-enumeration-value ./Status lost']],
    [
      'an unknown type',
      '<Number>1</Number><Customer xsi:type="Ghost"><Name/></Customer>',
      ['unknown-type ./Customer', 'unknown-type ./Customer'],
    ],
    ['an abstract type', '<Number>1</Number><Customer><Name/></Customer>', ['unknown-type ./Customer']],
    ['elements in a value', '<Number><X/></Number>', ['unknown-element ./Number/X']],
    [
      'everything at once',
      '<Status>lost</Status><X/><Number>a</Number><Lines/>',
      [
        'unknown-element ./X',
        'order ./Number',
        'unknown-enumeration-value ./Status lost',
        'value ./Number a',
        'missing-element ./Lines/Text',
        'missing-element ./Lines/Amount',
      ],
    ],
  ])('reports %s', (_, invoice, expected) => {
    expect(deviations(invoice)).toEqual(expected);
  });

  it('reports attributes', () => {
    expect(deviations('<Number>1</Number>', ' currency="eur" x="1" xml:lang="en"')).toEqual([
      'value ./@currency',
      'unknown-attribute ./@x',
    ]);
  });

  it('takes an attachment for a value', () => {
    const include = '<x:Include xmlns:x="http://www.w3.org/2004/08/xop/include" href="cid:1"/>';
    expect(deviations(`<Number>${include}</Number>`)).toEqual([]);
  });

  it('masks sensitive values', () => {
    const { findings } = compare({
      request: message('<Find xmlns="urn:shop/"><Number>x</Number><Pin>12a4</Pin></Find>', { header: session }),
    });
    expect(JSON.stringify(findings)).not.toContain('12a4');
    expect(findings.map(({ message: text }) => text)).toEqual([
      'Find request, Find/Number: it must be digits with an optional sign: "x".',
      'Find request, Find/Pin: it must be digits with an optional sign: (sensitive).',
    ]);
  });

  it('reports header blocks', () => {
    const find = '<Find xmlns="urn:shop/"><Number>1</Number><Pin>2</Pin></Find>';
    const of = (header: string) => shown(compare({ request: message(find, { header }) }));
    expect(of('<Session xmlns="urn:shop/"><Key/></Session>')).toEqual([
      'unknown-element Header/Session/Key',
      'missing-element Header/Session/Id',
    ]);
    expect(of('<Trace/>')).toEqual(['undeclared-header Header/Trace', 'missing-header Header/Session']);
  });

  it('reports the details of faults, by the operation of the request', () => {
    const fault = (detail: string) =>
      message(`<s:Fault><faultcode>s:Server</faultcode><faultstring/><detail>${detail}</detail></s:Fault>`);
    const of = (detail: string) => shown(compare({ request, response: fault(detail) }));
    expect(of('<NotFound xmlns="urn:shop/"><Number>1</Number></NotFound>')).toEqual([]);
    expect(of('<NotFound xmlns="urn:shop/"/>')).toEqual(['missing-element Fault/detail/NotFound/Number']);
    expect(of('<Other/>')).toEqual(['undeclared-fault Fault/detail/Other']);
    // Its detail tells the operation of a fault without a request.
    expect(shown(compare({ response: fault('<NotFound xmlns="urn:shop/"/>') }))).toHaveLength(1);
    expect(compare({ response: fault('<Other/>') }).findings.map(({ code }) => code)).toEqual(['SW9107']);
  });

  it('reports actions, bodies and versions', () => {
    const body = '<Cancel xmlns="urn:shop/"><Number>1</Number></Cancel>';
    const of = (action: string, content = body) =>
      shown(compare({ request: message(content, { action, direction: 'request' }) }));
    expect(of('urn:shop')).toEqual(['action SOAPAction']);
    expect(of('urn:shop/Cancel')).toEqual([]);
    expect(of('urn:shop/Cancel', '<Stop/>')).toEqual(['body Body/Stop']);
    expect(of('urn:shop/Cancel', '')).toEqual(['body Body']);
    expect(of('urn:shop/Cancel', `${body}<More/>`)).toEqual(['body Body/More']);
    const envelope = new TextDecoder().decode(message(body).body);
    const newer = envelope.replaceAll(soap, 'http://www.w3.org/2003/05/soap-envelope');
    expect(shown(compare({ request: { file: 'a', body: new TextEncoder().encode(newer) } }))).toEqual([
      'version Envelope',
    ]);
  });

  it('counts equal deviations with their first place, and different values', () => {
    const response = (status: string, file: string) =>
      message(
        `<FindResponse xmlns="urn:shop/"><Found>\n <Number>1</Number><Status>${status}</Status></Found></FindResponse>`,
        { file },
      );
    const { findings, operations } = compare(
      { request, response: response('lost', 'b.xml') },
      { request, response: response('sent', 'c.xml') },
      { request, response: response('lost', 'd.xml') },
    );
    expect(findings).toMatchObject([
      { file: 'b.xml', line: 3, column: 20, count: 3, messages: 3, values: ['lost', 'sent'], exit: 1 },
    ]);
    expect(operations).toEqual([
      { name: 'Find', requests: 3, responses: 3, faults: 0, deviating: 3 },
      { name: 'Cancel', requests: 0, responses: 0, faults: 0, deviating: 0 },
    ]);
  });

  it('names what it cannot compare', () => {
    const document = (text: string): Exchange => ({ request: { file: 'a', body: new TextEncoder().encode(text) } });
    const { findings, others, messages } = compare(
      document('<definitions/>'),
      document('<a>'),
      document(`<s:Envelope xmlns:s="${soap}"/>`),
      { request: message('<Unknown/>', { action: 'urn:x', part: 'entry 2, request' }) },
    );
    expect([others, messages]).toEqual([1, 1]);
    expect(findings.map(({ code }) => code)).toEqual(['SW9104', 'SW9105', 'SW9106']);
    expect(findings.at(-1)?.message).toBe(
      'Entry 2, request: The contract has no operation for this message: its body holds Unknown, and its action is "urn:x".',
    );
  });
});

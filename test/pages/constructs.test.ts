import { beforeEach, describe, expect, it } from 'vitest';
import { everythingServer, type Received } from './everything-service.ts';
import { type Posted, post } from './multipart-form.ts';

const received: Received[] = [];
const server = everythingServer(received, { strict: true });

beforeEach(() => {
  received.length = 0;
});

function send(operation: string, entries: Readonly<Record<string, string>>): Promise<Posted> {
  return post(server, 'http://localhost:8080/everything', operation, entries);
}

const payment = {
  'Payment/amount': '12.34',
  'Payment/tags': 'a\nb',
  'Payment/status': 'open',
  'Payment/method/codes': '1',
  'Payment/either/left': 'l',
};

describe('the form of every construct, posted by a program', () => {
  it('P3: a choice has the selected case, and other entries are ignored', async () => {
    const { outcome, rows } = await send('EchoContent', {
      ...payment,
      'case:Payment/method': 'transfer',
      'Payment/method/card/number': 'not a number',
      'Payment/method/transfer/iban': 'DE1',
      'omit:Payment/method/transfer/bic': '1',
      'case:Payment/either': 'right',
      'Payment/either/right': '7',
    });
    expect(outcome).toBe('HTTP 200');
    expect(received[0]?.input).toMatchObject({
      Payment: {
        amount: '12.34',
        tags: ['a', 'b'],
        method: { case: 'transfer', value: { iban: 'DE1', bic: undefined } },
        either: { case: 'right', value: 7 },
      },
    });
    expect(rows['Payment / iban']).toBe('DE1');
    expect(rows['Payment / amount']).toContain('not shown');
  });

  it('P3: a choice without a selection has the case with entries', async () => {
    await send('EchoContent', { ...payment, 'Payment/method/codes': '1\n2' });
    expect(received[0]?.input).toMatchObject({
      Payment: { method: { case: 'codes', value: [1, 2] }, either: { case: 'left', value: 'l' } },
    });
  });

  it('P3: choices and groups repeat, in their positions', async () => {
    const { rows } = await send('EchoContent', {
      ...payment,
      'count:Payment/history': '3',
      'case:Payment/history/0': 'refused',
      'Payment/history/0/paid': '2026-01-01T00:00:00Z',
      'Payment/history/0/refused': 'no',
      'Payment/history/1/refused': 'still no',
      'omit:Payment/history/1': '1',
      'case:Payment/history/2': 'paid',
      'Payment/history/2/paid': '2026-01-31T00:00:00Z',
      'Payment/rows/0/a': '1',
      'Payment/rows/1/a': '2',
      'Payment/rows/1/b': '3',
      'Payment/contact/email': 'a@b.example',
      'omit:Payment/contact/phone': '1',
    });
    expect(received[0]?.input).toMatchObject({
      Payment: {
        history: [{ case: 'refused', value: 'no' }, { case: 'paid' }],
        rows: [
          { a: 1, b: undefined },
          { a: 2, b: 3 },
        ],
        contact: { email: 'a@b.example', phone: undefined },
      },
    });
    expect(rows['Payment / a 2']).toBe('2');
  });

  it('P3: content of wildcards and of any type is XML', async () => {
    await send('EchoContent', {
      ...payment,
      'Payment/extra': '<x:one xmlns:x="urn:x" a="1">t<y/></x:one>\r\n<!-- and --><c:Note>n</c:Note>',
      'Payment/anything': 'text <b xmlns="">&amp; more</b>',
      'Payment/name': 'c:thing',
    });
    const [{ input } = { input: undefined }] = received;
    const { Payment } = input as { Payment: { extra: { local: string; namespace: string; xml: string }[] } };
    expect(Payment).toMatchObject({
      extra: [
        { namespace: 'urn:x', local: 'one' },
        { namespace: 'urn:everything:common', local: 'Note' },
      ],
      anything: { local: 'anything', namespace: 'urn:everything/' },
      name: { namespace: 'urn:everything:common', local: 'thing' },
    });
  });

  it.each([
    ['Payment/extra', '<a>'],
    ['Payment/extra', '</Payment><Payment>'],
    ['Payment/extra', '<x:a/>'],
    ['Payment/extra', '<!-- '],
    ['Payment/anything', '<![CDATA[ '],
    ['Payment/anything', '<!DOCTYPE x>'],
    ['Payment/anything', '&euro;'],
  ])('P3: %s with invalid XML is reported before anything is sent, and stays entered: %s', async (name, xml) => {
    const { status, problem, html } = await send('EchoContent', { ...payment, [name]: xml });
    expect(status).toBe(400);
    expect(problem).toContain(`The entry "${name}" is not well-formed XML`);
    expect(received).toEqual([]);
    expect(html).toMatch(/<textarea [^>]*name="Payment\/tags"[^>]*>\na\r\nb<\/textarea>/);
    expect(html).toContain(xml.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'));
    expect(html).not.toContain('12.34');
  });

  it('P3: attributes, text with attributes, and mixed content are sent', async () => {
    const { rows, html } = await send('EchoMarkup', {
      'Prices/0/@currency': 'EUR',
      'Prices/0/$text': '1.5',
      'Prices/1/@currency': '<"&\n',
      'Prices/1/@rounded': 'true',
      'Prices/1/$text': '2',
      'Letter/@lang': 'de',
      'Letter/$content': 'Dear <bold>you &amp; I</bold>,\nbye <sign>me</sign>',
      'Settings/@id': 'i',
      'Settings/@unit': 'mm',
      'Settings/@colours': 'red green',
      'Settings/@by': 'me',
      'Settings/@origin': 'urn:o',
      'omit:Settings/@old': '1',
      'Settings/other': 'x:y="z" xmlns:x="urn:x"  xml:lang=\'en\'',
    });
    expect(received[0]?.input).toMatchObject({
      Prices: [
        { currency: 'EUR', rounded: false, $text: '1.5' },
        { currency: '<"&\n', rounded: true, $text: '2' },
      ],
      Letter: {
        lang: 'de',
        $content: ['Dear ', { case: 'bold', value: 'you & I' }, ',\nbye ', { case: 'sign', value: 'me' }],
      },
      Settings: { id: 'i', colours: ['red', 'green'], by: 'me', old: undefined },
    });
    expect(JSON.stringify(received[0]?.input)).toContain('{"namespace":"urn:x","local":"y","value":"z"}');
    expect(rows).toMatchObject({
      'Prices 1': '1.5',
      'Prices 1 / @currency': 'EUR',
      Letter: 'Dear <bold>you &amp; I</bold>,\nbye <sign>me</sign>',
    });
    expect(html).toContain('Letter_part');
  });

  it.each(['x', 'x=1', 'x="1"y="2"', 'x="1"><b', 'x="1"/><b y="', 'x="<"', 'a:b="1"', 'x="1" x="2"'])(
    'P3: invalid attributes are reported: %s',
    async (written) => {
      const { status, problem } = await send('EchoMarkup', { 'Settings/@id': 'i', 'Settings/other': written });
      expect(status).toBe(400);
      expect(problem).toMatch(/The entry "Settings\/other" (?:must be attributes|is not well-formed XML)/);
      expect(received).toEqual([]);
    },
  );

  it('P3: a derived type is named by xsi:type', async () => {
    const { outcome, html } = await send('EchoAnimals', {
      'count:Animals': '3',
      'case:Animals/0': 'Cat',
      'Animals/0/Cat/name': 'Tom',
      'Animals/0/Cat/mood/hisses': '3',
      'Animals/0/Puppy/name': 'nobody',
      'Animals/1/Puppy/name': 'Rex',
      'Animals/1/Puppy/weeks': '8',
      'omit:Animals/1/Puppy/@chip': '1',
      'Animals/2/DogItself/name': 'Bo',
      'Animals/2/DogItself/@chip': '7',
      'Favourite/DogItself/name': 'Bo',
      'omit:Favourite/DogItself/@chip': '1',
      'Tree/value': '1',
      'count:Tree/left': '1',
      'Tree/left/value': '2',
    });
    expect(outcome).toBe('HTTP 200');
    expect(received[0]?.input).toMatchObject({
      Animals: [
        { $type: 'Cat', name: 'Tom', mood: { case: 'hisses', value: 3 } },
        { $type: 'Puppy', name: 'Rex', weeks: 8, chip: undefined },
        { $type: 'Dog', name: 'Bo', chip: '7' },
      ],
      Favourite: { $type: 'Dog', name: 'Bo' },
      Tree: { value: 1, left: { value: 2 } },
    });
    expect(html).toContain('xsi:type=&quot;Cat&quot;');
    expect(html).not.toContain('&gt;nobody&lt;');
  });

  it('P3: elements of another namespace, and substitutes, are sent', async () => {
    await send('EchoCommon', {
      'Address/Street': 's',
      'omit:Address/City': '1',
      'Address/Country': 'FR',
      'nil:Note': '1',
      'Shapes/0/Square/side': '2',
      'Shapes/1/Circle/radius': '1.5',
    });
    expect(received[0]?.input).toMatchObject({
      Address: { Street: 's', Country: 'FR' },
      Note: null,
      Shapes: [
        { case: 'Square', value: { side: 2 } },
        { case: 'Circle', value: { radius: 1.5 } },
      ],
    });
  });

  it.each(['1.1', '1.2'])(
    'P3: header blocks are sent and returned over SOAP %s, their secrets masked',
    async (soap) => {
      const entries = { 'soap:version': soap, '$headers/Session/Token': 'who I am', Query: 'find me' };
      const { outcome, rows, html } = await send('Find', entries);
      expect(outcome).toBe('HTTP 200');
      expect(received[0]).toEqual({ operation: 'Find', input: { Query: 'find me' }, session: { Token: 'who I am' } });
      expect(rows).toMatchObject({ 'Found 1': 'found <7>', Quota: '7' });
      expect(rows['Session / Token']).toContain('not shown');
      for (const secret of ['who I am', 'find me', 'a token of the answer']) expect(html).not.toContain(secret);
      const shown = await send('Find', { ...entries, 'show:secrets': '1' });
      expect(shown.rows['Session / Token']).toContain('a token of the answer');
    },
  );

  it('P3: the detail of a declared fault is shown', async () => {
    const { rows, html } = await send('Find', { '$headers/Session/Token': 't', Query: 'nothing' });
    expect(html).toContain('<dd>Gone.</dd>');
    expect(rows).toMatchObject({ 'NotFound / Name': 'thing', 'NotFound / Tried 2': 'there' });
  });

  it('P3: an operation without a response is accepted', async () => {
    const { outcome, html } = await send('Notify', { '$headers/Session/Token': 't', Text: 'hello' });
    expect(outcome).toBe('HTTP 202');
    expect(html).toContain('<strong>Accepted</strong>: this operation has no response.');
    expect(received[0]).toMatchObject({ input: { Text: 'hello' }, session: { Token: 't' } });
  });

  it('P3: unwrapped messages, records and simple ones, are sent', async () => {
    const { rows } = await send('Describe', { '@limit': '3', Text: 'price' });
    expect(received[0]?.input).toEqual({ limit: 3, Text: 'price' });
    expect(rows).toMatchObject({ Description: '1.50', '@currency': 'EUR', '@rounded': 'true' });
    const ping = await send('Ping', { $text: 'four' });
    expect(received[1]?.input).toBe('four');
    expect(ping.rows).toEqual({ Pong: '4' });
  });
});

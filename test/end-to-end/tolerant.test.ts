import { type ClientOptions, memoryTransport, type ResponseDeviation, SoapFault } from '@soapwright/runtime/client';
import { describe, expect, it } from 'vitest';
import {
  defaultAddress,
  faults,
  headers,
  MarketClient,
  type Offer,
  type PutRequestInit,
  type PutResponse,
} from '../golden/tolerant/expected/client.ts';
import { createMarketServer } from '../golden/tolerant/expected/server.ts';

const head = 'xmlns="urn:market/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"';

/** The answer of a server that ignores its contract. */
function envelope(body: string, header = ''): string {
  return `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Header>${header}</s:Header><s:Body>${body}</s:Body></s:Envelope>`;
}

function clientFor(answer: string, options: ClientOptions = {}, status = 200): MarketClient {
  const response = {
    status,
    headers: ['Content-Type', 'text/xml; charset=utf-8'],
    body: new TextEncoder().encode(answer),
  };
  return new MarketClient({ ...options, transport: memoryTransport(() => response) });
}

type Deviations = readonly (readonly [kind: string, path: string])[];

function listener(): {
  readonly found: [string, string][];
  readonly onDeviation: (deviation: ResponseDeviation) => void;
} {
  const found: [string, string][] = [];
  const onDeviation = ({ operation, kind, path, message }: ResponseDeviation): void => {
    expect(operation).toMatch(/^(?:Find|Put|Grade)$/);
    expect(message.startsWith(`${path}: `)).toBe(true);
    found.push([kind, path]);
  };
  return { found, onDeviation };
}

const query = { Query: { shade: 'dark' } } as const;

async function find(
  offer: string,
  options: ClientOptions = {},
): Promise<{ readonly offer: Offer; readonly found: Deviations }> {
  const { found, onDeviation } = listener();
  const answer = envelope(`<FindResponse ${head}>${offer}</FindResponse>`);
  return { offer: await clientFor(answer, { ...options, onDeviation }).Find(query), found };
}

const put: PutRequestInit = {
  Offer: {
    grade: 'good',
    number: 1,
    names: ['a'],
    seller: null,
    price: { case: 'free', value: true },
    rows: [],
    events: [{ case: 'sold', value: 1 }],
    grades: [],
    more: [],
  },
};

const number = '<number>1</number>';
const names = '<names>n</names>';
const seller = '<seller>s</seller>';
const price = '<amount>1.5</amount>';
const rows = '<size>1</size><stock>2</stock><size>3</size><colour>dark</colour><stock>4</stock>';
const events = '<sold>1</sold><returned>r</returned><sold>2</sold>';
const offerOf = (...parts: readonly string[]): string => `<Offer grade="good">${parts.join('')}</Offer>`;
const valid = offerOf(number, names, seller, price, rows, events);

const expected: Offer = {
  grade: 'good',
  shade: 'light',
  number: 1,
  names: ['n'],
  seller: 's',
  price: { case: 'amount', value: '1.5' },
  rows: [
    { size: 1, colour: undefined, stock: 2 },
    { size: 3, colour: 'dark', stock: 4 },
  ],
  events: [
    { case: 'sold', value: 1 },
    { case: 'returned', value: 'r' },
    { case: 'sold', value: 2 },
  ],
  contact: undefined,
  better: undefined,
  grades: [],
  all: undefined,
  priority: undefined,
  fixed: undefined,
  again: undefined,
  more: [],
};

describe('a tolerant client', () => {
  it('reads valid responses as a strict one does, and reports nothing', async () => {
    expect(await find(valid)).toEqual({ offer: expected, found: [] });
    expect(await find(valid, { reading: 'strict' })).toEqual({ offer: expected, found: [] });
  });

  it('reads choices, repeated groups and their siblings in any order', async () => {
    const { offer, found } = await find(offerOf(events, rows, price, seller, names, number));
    expect(offer).toEqual(expected);
    expect(found.every(([kind]) => kind === 'order')).toBe(true);
    expect(found.map(([, path]) => path)).toEqual(
      expect.arrayContaining(['FindResponse/Offer/amount', 'FindResponse/Offer/number']),
    );
  });

  it('puts the elements of each row in order', async () => {
    const mixed = '<stock>2</stock><size>1</size><colour>dark</colour><stock>4</stock><size>3</size>';
    const { offer, found } = await find(offerOf(number, names, seller, price, mixed, events));
    expect(offer.rows).toEqual([
      { size: 1, colour: 'dark', stock: 2 },
      { size: 3, colour: undefined, stock: 4 },
    ]);
    expect(found).toEqual([
      ['order', 'FindResponse/Offer/size'],
      ['order', 'FindResponse/Offer/colour'],
      ['order', 'FindResponse/Offer/size'],
    ]);
  });

  it('skips unknown elements, also where a wildcard takes others', async () => {
    const more = '<x:more xmlns:x="urn:x">1</x:more>';
    const { offer, found } = await find(offerOf(number, '<new/>', names, more, seller, price, rows, events));
    expect(offer).toEqual({ ...expected, more: [expect.objectContaining({ namespace: 'urn:x', local: 'more' })] });
    expect(found).toContainEqual(['unknown-element', 'FindResponse/Offer/new']);
    expect(found).toContainEqual(['order', 'FindResponse/Offer/seller']);
  });

  it('reads a missing list as empty and a missing nillable element as null, and no more', async () => {
    const { offer, found } = await find(offerOf(number, price, rows));
    expect(offer).toEqual({ ...expected, names: [], seller: null, events: [] });
    expect(found).toEqual([
      ['missing-element', 'FindResponse/Offer/names'],
      ['missing-element', 'FindResponse/Offer/seller'],
      ['missing-element', 'FindResponse/Offer'],
    ]);
    await expect(find(offerOf(names, seller, price, rows, events))).rejects.toMatchObject({
      code: 'bad-answer',
      cause: { code: 'missing-element', path: 'FindResponse/Offer/number' },
    });
    await expect(find(offerOf(number, names, seller, rows, events))).rejects.toMatchObject({
      cause: { code: 'missing-element', path: 'FindResponse/Offer' },
    });
  });

  it('reads nil as absence where an element is optional, and nowhere else', async () => {
    const nil = ['priority', 'all'].map((name) => `<${name} xsi:nil="true"/>`);
    const { offer, found } = await find(offerOf(number, names, seller, price, rows, events, ...nil.reverse()));
    expect(offer).toEqual(expected);
    expect(found).toEqual([
      ['nil', 'FindResponse/Offer/all'],
      ['nil', 'FindResponse/Offer/priority'],
    ]);
    await expect(find(valid.replace('<number>1<', '<number xsi:nil="true"><'))).rejects.toMatchObject({
      cause: { code: 'nil' },
    });
  });

  it('reads more items than a list may have', async () => {
    const { offer, found } = await find(offerOf(number, names.repeat(3), seller, price, rows, events));
    expect(offer.names).toEqual(['n', 'n', 'n']);
    expect(found).toEqual([['repeated-element', 'FindResponse/Offer/names[2]']]);
  });

  it('reads unknown values of enumerations of texts, in elements, attributes and lists of elements', async () => {
    const attributes = '<Offer shade="grey" grade="ok">';
    const { offer, found } = await find(
      offerOf(
        number,
        names,
        seller,
        price,
        rows.replace('dark', 'blue'),
        events,
        '<grades>a</grades><grades>fair</grades>',
      ).replace('<Offer grade="good">', attributes),
    );
    expect(offer).toMatchObject({ shade: 'grey', grade: 'ok', grades: ['a', 'fair'], rows: [{}, { colour: 'blue' }] });
    expect(found).toEqual([
      ['unknown-enumeration-value', 'FindResponse/Offer/@grade'],
      ['unknown-enumeration-value', 'FindResponse/Offer/@shade'],
      ['unknown-enumeration-value', 'FindResponse/Offer/colour'],
      ['unknown-enumeration-value', 'FindResponse/Offer/grades[0]'],
    ]);
  });

  it('guesses nothing: neither numbers, fixed values nor lists of enumerated values', async () => {
    const wrong = [
      valid.replace('<number>1<', '<number>1.0<'),
      offerOf(number, names, seller, price, rows, events, '<all>good new</all>'),
      offerOf(number, names, seller, price, rows, events, '<priority>3</priority>'),
      offerOf(number, names, seller, price, rows, events, '<fixed>fair</fixed>'),
    ];
    for (const offer of wrong) await expect(find(offer)).rejects.toMatchObject({ cause: { code: 'value' } });
    const twice = offerOf(number, names, seller, price, '<free>true</free>', rows, events);
    await expect(find(twice)).rejects.toMatchObject({ cause: { code: 'unexpected-element' } });
    // An element that the type has twice stays in order.
    const again = '<again><between>1</between><mark>dark</mark><mark>light</mark></again>';
    await expect(find(offerOf(number, names, seller, price, rows, events, again))).rejects.toMatchObject({
      cause: { path: 'FindResponse/Offer/again/mark' },
    });
  });

  it('reads unknown types as the declared one, unless that is abstract', async () => {
    const { found, onDeviation } = listener();
    const animals = [
      '<Animals xsi:type="Puppy"><tags>t</tags><name>p</name><months>1</months></Animals>',
      '<Animals xsi:type="Dog"><barks>true</barks><name>d</name></Animals>',
    ];
    const answer = (given: readonly string[]): string =>
      envelope(
        `<PutResponse ${head}>${valid.replace('<Offer ', '<Offer xsi:type="NewOffer" ')}<Grade>new</Grade>${given.join('')}</PutResponse>`,
      );
    const response: PutResponse = await clientFor(answer(animals), { onDeviation }).Put(put);
    expect(response).toMatchObject({
      Offer: expected,
      Grade: 'new',
      Animals: [
        { $type: 'Puppy', name: 'p', age: { case: 'months', value: 1 }, tags: 't' },
        { $type: 'Dog', name: 'd', barks: true },
      ],
    });
    expect(found).toEqual([
      ['unknown-type', 'PutResponse/Offer'],
      ['unknown-enumeration-value', 'PutResponse/Grade'],
      ['order', 'PutResponse/Animals[0]/name'],
      ['order', 'PutResponse/Animals[0]/months'],
      ['order', 'PutResponse/Animals[1]/name'],
    ]);
    const cat = '<Animals xsi:type="Cat"><name>c</name></Animals>';
    await expect(clientFor(answer([cat])).Put(put)).rejects.toMatchObject({ cause: { code: 'type' } });
  });

  it('reads mixed content that does not fit its content model', async () => {
    const { found, onDeviation } = listener();
    const notes = '<Notes>a<item>new</item>b<bold>c</bold><x/></Notes>';
    const answer = envelope(`<PutResponse ${head}>${valid}<Grade>good</Grade>${notes}</PutResponse>`);
    const { Notes } = await clientFor(answer, { onDeviation }).Put(put);
    expect(Notes?.$content).toEqual(['a', { case: 'item', value: 'new' }, 'b', { case: 'bold', value: 'c' }]);
    expect(found).toEqual([
      ['unknown-enumeration-value', 'PutResponse/Notes/item'],
      ['unknown-element', 'PutResponse/Notes/x'],
      ['content-model', 'PutResponse/Notes'],
    ]);
  });

  it('reads the body, header blocks and faults alike', async () => {
    const { found, onDeviation } = listener();
    const usage = `<Usage ${head}><kind>new</kind><left>1</left><kept>a</kept></Usage>`;
    const client = clientFor(envelope(`<GradeResponse ${head}>new</GradeResponse>`), { onDeviation });
    expect(await client.Grade('dark')).toBe('new');
    let read: unknown;
    const onResponse = (response: Parameters<typeof headers.Usage.of>[0]): void => {
      read = headers.Usage.of(response);
    };
    await clientFor(envelope(`<FindResponse ${head}>${valid}</FindResponse>`, usage), { onDeviation }).Find(query, {
      onResponse,
    });
    expect(read).toEqual({ kept: ['a'], left: 1, kind: 'new' });
    const detail = `<Refused ${head} shade="new">worse</Refused>`;
    const fault = `<s:Fault><faultcode>s:Client</faultcode><faultstring>No.</faultstring><detail>${detail}</detail></s:Fault>`;
    const thrown = await clientFor(envelope(fault), { onDeviation }, 500)
      .Find(query)
      .catch((error: unknown) => error);
    expect(thrown).toBeInstanceOf(SoapFault);
    expect(faults.Refused.is(thrown) && thrown.value).toEqual({ shade: 'new', $text: 'worse' });
    expect(found).toEqual([
      ['unknown-enumeration-value', 'GradeResponse'],
      ['unknown-enumeration-value', 'Usage/kind'],
      ['order', 'Usage/left'],
      ['order', 'Usage/kept'],
      ['missing-element', 'Usage/kept'],
      ['unknown-enumeration-value', 'Refused/@shade'],
      ['unknown-enumeration-value', 'Refused'],
    ]);
  });

  it('is as a standard or a strict one where the option says so', async () => {
    const disordered = offerOf(names, number, seller, price, rows, events);
    const unknown = valid.replace('dark', 'blue');
    for (const reading of ['standard', 'strict'] as const) {
      await expect(find(disordered, { reading })).rejects.toMatchObject({ cause: { code: 'missing-element' } });
      await expect(find(unknown, { reading })).rejects.toMatchObject({ cause: { code: 'value' } });
    }
    const extended = valid.replace('<number>', '<new/><number>');
    const path = 'FindResponse/Offer/new';
    expect((await find(extended, { reading: 'standard' })).found).toEqual([['unknown-element', path]]);
    await expect(find(extended, { reading: 'strict' })).rejects.toMatchObject({ cause: { path } });
  });

  it('writes no unknown value', async () => {
    const wrong = { Offer: { ...put.Offer, grade: 'new' } };
    // @ts-expect-error enumerations of requests are closed
    await expect(clientFor('').Put(wrong)).rejects.toMatchObject({ code: 'invalid-request' });
  });

  it('does not make its server tolerant', async () => {
    const server = createMarketServer(
      { Find: () => expect.unreachable(), Put: () => expect.unreachable(), Grade: () => expect.unreachable() },
      { state: undefined },
    );
    const action = { 'Content-Type': 'text/xml', SOAPAction: '"urn:market/Put"' };
    const said = async (offer: string): Promise<string> => {
      const body = envelope(`<Put ${head}>${offer}</Put>`);
      return await (await server.fetch(new Request(defaultAddress, { method: 'POST', headers: action, body }))).text();
    };
    expect(await said(valid.replace('grade="good"', 'grade="new"'))).toContain('<Code>InvalidValue</Code>');
    expect(await said(offerOf(names, number, seller, price, rows, events))).toContain('<Code>MissingElement</Code>');
    expect(await said(offerOf(number, price, rows, events))).toContain('<Code>MissingElement</Code>');
    expect(await said(valid.replace('<Offer ', '<Offer xsi:type="New" '))).toContain('<Code>InvalidType</Code>');
  });

  // @ts-expect-error A property that occurs in requests alone has the enumerated values only.
  const closed: Parameters<MarketClient['Find']>[0] = { Query: { shade: 'new' } };
  it('has closed enumerations in requests', () => expect(closed).toBeDefined());
});

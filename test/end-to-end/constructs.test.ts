import { anyElement, DateTime } from '@soapwright/runtime';
import { memoryTransport } from '@soapwright/runtime/client';
import { beforeEach, describe, expect, it } from 'vitest';
import { EverythingClient, faults, headers } from '../golden/everything/expected/client.ts';
import * as generated from '../golden/everything/expected/server.ts';
import type {
  EchoAnimalsRequest,
  EchoCommonRequest,
  EchoMarkupRequest,
  Payment,
} from '../golden/everything/expected/types.ts';
import { echo } from './echo.ts';

/** Tokens that handlers received with their requests. */
let tokens: (string | undefined)[] = [];
let notes: string[] = [];
beforeEach(() => {
  tokens = [];
  notes = [];
});

const handlers: generated.EverythingHandlers = {
  ...echo,
  Find: ({ Query }, context) => {
    tokens.push(generated.headers.Session.of(context)?.Token);
    if (Query === 'nothing')
      throw generated.faults.NotFound.create({ Name: Query, Tried: ['a', ''] }, { reason: 'Not there.' });
    if (Query === 'late') throw generated.faults.Busy.create('until noon', { reason: 'Busy.' });
    context.responseHeaderBlocks.push(generated.headers.Quota.block(7));
    return [Query, ''];
  },
  Notify: ({ Text }, context) => {
    tokens.push(generated.headers.Session.of(context)?.Token);
    notes.push(Text);
  },
};
const server = generated.createEverythingServer(handlers, { state: undefined });
const strictServer = generated.createEverythingServer(handlers, { state: undefined, strict: true });

/** What went over the wire last: the content of the request's body. */
let wire = '';
const memory = memoryTransport(server);

function client(soap: '1.1' | '1.2'): EverythingClient {
  return new EverythingClient({
    soap,
    transport: {
      async send(request) {
        const text = typeof request.body === 'string' ? request.body : new TextDecoder().decode(request.body);
        wire = /:Body>([\s\S]*)<\/\w+:Body>/.exec(text)?.[1] ?? '';
        return await memory.send(request);
      },
    },
  });
}

const payment: Payment = {
  amount: '1.50',
  tags: ['a', 'b', 'c'],
  status: 'open',
  lines: [{ sku: 's', n: 1 }],
  sizes: [1, -2],
  size: 'light blue',
  when: DateTime.parse('2000-01-01T00:00:00Z'),
  title: 'x y',
  kind: 'payment',
  anything: anyElement('<anything xmlns="urn:everything/" a="1"><b xmlns="">t</b></anything>'),
  name: { namespace: 'urn:q', local: 'q' },
  remove: 'r',
  constructor_: 'c',
  method: { case: 'transfer', value: { iban: 'i', bic: undefined } },
  history: [
    { case: 'refused', value: 'no' },
    { case: 'paid', value: DateTime.parse('2020-01-01T00:00:00.1234567+01:00') },
    { case: 'refused', value: '' },
  ],
  rows: [
    { a: 1, b: 2 },
    { a: 3, b: undefined },
  ],
  contact: { email: 'e', phone: undefined },
  either: { case: 'right', value: 5 },
  extra: [anyElement('<x xmlns="urn:x">1</x>'), anyElement('<p:y xmlns:p="urn:p" p:a="1"/>')],
};

const markup: EchoMarkupRequest = {
  Prices: [
    { currency: 'EUR', rounded: true, $text: '1.0' },
    { currency: '', rounded: false, $text: '-0.001' },
  ],
  Letter: {
    lang: 'de',
    $content: [
      ' Hello ',
      { case: 'bold', value: 'you' },
      { case: 'italic', value: '' },
      '\r\n',
      { case: 'sign', value: 'me' },
    ],
  },
  Settings: {
    id: 'i1',
    unit: 'mm',
    colours: ['red', 'green'],
    origin: 'https://example.org/?a&b',
    old: '\t"<&>\'',
    by: 'me',
    at: undefined,
    other: [{ namespace: 'urn:z', local: 'z', value: '1' }],
  },
};

const puppy = { $type: 'Puppy', name: 'p', barks: undefined, chip: undefined, weeks: 3 } as const;
const animals: EchoAnimalsRequest = {
  Animals: [
    { $type: 'Cat', name: 'c', mood: { case: 'hisses', value: 3 } },
    { $type: 'Dog', name: 'd', barks: true, chip: '1' },
    puppy,
  ],
  Favourite: puppy,
  Tree: { value: 1, left: { value: 2, left: undefined, right: undefined }, right: undefined },
};

const common: EchoCommonRequest = {
  Address: { Street: 's', City: undefined, Country: 'DE' },
  Note: null,
  Shapes: [
    { case: 'Circle', value: { $type: 'Circle', radius: 1.5 } },
    { case: 'Square', value: { $type: 'Square', side: 2 } },
    { case: 'Circle', value: { $type: 'Circle', radius: Number.POSITIVE_INFINITY } },
  ],
};

describe.each(['1.1', '1.2'] as const)('over SOAP %s', (soap) => {
  it('choices, groups, lists, unions, wildcards and anonymous types survive a round trip', async () => {
    expect(await client(soap).EchoContent({ Payment: payment })).toEqual({
      ...payment,
      // The prefix that the codec takes the default namespace back with is gone again.
      extra: payment.extra.map((element) => expect.objectContaining({ ...element })),
    });
    expect(wire).toContain('<iban>i</iban><refused>no</refused><paid>');
  });

  it('R3: optional fields may be absent, and each other case survives a round trip too', async () => {
    const { amount, status, lines } = payment;
    const least: Payment = {
      amount,
      status,
      lines: [],
      tags: ['one'],
      method: { case: 'codes', value: [7, 8] },
      history: [],
      rows: [],
      either: { case: 'left', value: '' },
      extra: [],
    };
    const response = await client(soap).EchoContent({ Payment: least });
    expect(response).toEqual(least);
    expect(Object.keys(response)).toEqual(Object.keys(payment));
    const card: Payment = { ...least, lines, method: { case: 'card', value: { number: '4', holder: undefined } } };
    expect(await client(soap).EchoContent({ Payment: card })).toEqual(card);
  });

  it('C3: children are written in the order of the schema, for any order of keys', async () => {
    const reversed = Object.fromEntries(Object.entries(payment).reverse()) as unknown;
    await client(soap).EchoContent({ Payment: reversed as Payment });
    const turned = wire;
    await client(soap).EchoContent({ Payment: payment });
    expect(turned).toBe(wire);
  });

  it('attributes, text content and mixed content survive a round trip', async () => {
    expect(await client(soap).EchoMarkup(markup)).toEqual(markup);
    expect(wire).toContain('<Prices currency="EUR" rounded="true">1.0</Prices>');
    expect(wire).toContain('<Letter lang="de"> Hello <bold>you</bold><italic></italic>&#xD;\n<sign>me</sign></Letter>');
  });

  it('an absent attribute has its default or fixed value', async () => {
    const { Prices, Letter, Settings } = await client(soap).EchoMarkup({
      Prices: [{ currency: 'EUR', $text: '1' }],
      Letter: { $content: [] },
      Settings: { id: 'a', by: 'b', other: [] },
    });
    expect(Prices[0]?.rounded).toBe(false);
    expect(Letter).toEqual({ lang: 'en', $content: [] });
    expect(Settings?.unit).toBe('mm');
    expect(wire).not.toContain('unit');
  });

  it('R6: derived types are distinguished by xsi:type, and records may be recursive', async () => {
    expect(await client(soap).EchoAnimals(animals)).toEqual(animals);
    expect(wire.match(/xsi:type="\w+:(?:Cat|Dog|Puppy)"/g)).toHaveLength(4);
  });

  it('names of other namespaces, element references and substitution groups survive a round trip', async () => {
    expect(await client(soap).EchoCommon(common)).toEqual(common);
    expect(wire).toContain('<Address><c:Street>s</c:Street>');
    expect(wire).toContain('<Square><side>2</side></Square>');
  });

  it('D5: header blocks reach the handler, and the caller with the response', async () => {
    const quotas: (number | undefined)[] = [];
    const options = {
      headerBlocks: [headers.Session.block({ Token: 't' })],
      onResponse: (response: Parameters<typeof headers.Quota.of>[0]) => {
        quotas.push(headers.Quota.of(response));
      },
    };
    expect(await client(soap).Find({ Query: 'q' }, options)).toEqual(['q', '']);
    expect([tokens, quotas]).toEqual([['t'], [7]]);
    await expect(client(soap).Find({ Query: 'q' })).rejects.toThrow('Session');
  });

  it('W3: faults that the contract declares are thrown with their detail', async () => {
    const options = { headerBlocks: [headers.Session.block({ Token: 't' })] };
    const caught = async (Query: string): Promise<unknown> =>
      await client(soap)
        .Find({ Query }, options)
        .catch((error: unknown) => error);
    const missing = await caught('nothing');
    expect(faults.NotFound.is(missing) && missing.value).toEqual({ Name: 'nothing', Tried: ['a', ''] });
    const late = await caught('late');
    expect(faults.Busy.is(late) && late.value).toBe('until noon');
    expect(faults.NotFound.is(late)).toBe(false);
  });

  it('a one-way operation has no response', async () => {
    const headerBlocks = [headers.Session.block({ Token: 'u' })];
    expect(await client(soap).Notify({ Text: 'n' }, { headerBlocks })).toBeUndefined();
    expect([tokens, notes]).toEqual([['u'], ['n']]);
  });

  it('bare operations send their elements unwrapped', async () => {
    const described = await client(soap).Describe({ Text: 'EU', limit: 3 });
    expect(described).toEqual({ currency: 'EU3', rounded: false, $text: '1.50' });
    expect(wire).toMatch(/^<DescribeQuery [^>]*limit="3"><c:Text>EU<\/c:Text><\/DescribeQuery>$/);
    expect(await client(soap).Ping('four')).toBe(4);
  });
});

/** Each breaks one rule of the schema. */
const broken: readonly (readonly [what: string, change: object, path: string])[] = [
  ['too few items', { tags: [] }, 'Payment/tags'],
  ['too many items', { tags: ['a', 'b', 'c', 'd'] }, 'Payment/tags'],
  ['a value outside of an enumeration', { status: 'lost' }, 'Payment/status'],
  ['a list that is too long', { sizes: [1, 2, 3, 4, 5, 6] }, 'Payment/sizes'],
  ['a value of no member of a union', { size: 'big' }, 'Payment/size'],
  ['a date before the least', { when: DateTime.parse('1999-12-31T23:59:59Z') }, 'Payment/when'],
  ['another value than the fixed one', { kind: 'gift' }, 'Payment/kind'],
  ['a choice that is missing', { method: undefined }, 'Payment/method'],
  ['an unknown case of a choice', { method: { case: 'cash', value: 1 } }, 'Payment/'],
  ['a missing element in a group', { rows: [{ b: 1 }] }, 'Payment/a'],
  ['an element of a namespace that the wildcard leaves out', { extra: [anyElement('<x/>')] }, 'Payment/'],
  [
    'another element than the field says',
    { anything: anyElement('<other xmlns="urn:everything/"/>') },
    'Payment/anything',
  ],
];

describe('invalid values are rejected before they are sent', () => {
  it.each(broken)('R5: %s', async (_, change, path) => {
    wire = '';
    const Payment = { ...payment, ...change } as Payment;
    await expect(client('1.1').EchoContent({ Payment })).rejects.toThrow(path);
    expect(wire).toBe('');
  });
});

/** Content of a Payment that is read, what breaks it, and the path that the fault names. */
const content =
  '<amount>1</amount><tags>a</tags><status>open</status><iban>i</iban><paid>2020-01-01T00:00:00Z</paid><a>1</a><right>5</right><x xmlns="urn:x"/>';
const mutations: readonly (readonly [what: string, from: string | RegExp, to: string, path: string])[] = [
  ['a required element that is missing', '<status>open</status>', '', 'Payment/status'],
  [
    'an element out of order',
    '<tags>a</tags><status>open</status>',
    '<status>open</status><tags>a</tags>',
    'Payment/tags',
  ],
  ['too few items', '<tags>a</tags>', '', 'Payment/tags'],
  ['too many items', '<tags>a</tags>', '<tags>a</tags>'.repeat(4), 'Payment/tags'],
  ['no case of a choice', '<iban>i</iban>', '', 'Payment'],
  ['two cases of a choice', '<iban>i</iban>', '<iban>i</iban><codes>1</codes>', 'Payment<'],
  ['too many items in a case', '<iban>i</iban>', '<codes>1</codes>'.repeat(3), 'Payment/codes'],
  ['half a group', '<a>1</a>', '<b>1</b>', 'Payment'],
  ['a value that does not fit in a repeated choice', '2020-01-01T00:00:00Z', 'x', 'Payment/paid'],
  ['an element twice', '<right>5</right>', '<right>5</right><right>5</right>', 'Payment/right'],
  ['an element after the wildcard', '<x xmlns="urn:x"/>', '<x xmlns="urn:x"/><left>l</left>', 'Payment/left'],
  ['an enumeration', 'open', 'shut', 'Payment/status'],
];

describe('invalid messages are rejected when they are read', () => {
  const post = async (operation: string, inner: string, strict = false): Promise<string> => {
    const body = `<e:Envelope xmlns:e="http://www.w3.org/2003/05/soap-envelope"><e:Body><${operation} xmlns="urn:everything/">${inner}</${operation}></e:Body></e:Envelope>`;
    const at = strict ? strictServer : server;
    const response = await at.fetch(
      new Request('http://localhost:8080/everything', {
        method: 'POST',
        headers: { 'Content-Type': 'application/soap+xml; charset=utf-8' },
        body,
      }),
    );
    return await response.text();
  };
  it('R1: valid ones are accepted, with unknown elements unless the server is strict', async () => {
    expect(await post('EchoContent', `<Payment>${content}</Payment>`)).toContain('<iban>i</iban>');
    const more = content.replace('<tags>', '<news>1</news><tags>').replace('<x xmlns="urn:x"/>', '');
    expect(await post('EchoContent', `<Payment>${more}</Payment>`)).toContain('<iban>i</iban>');
    expect(await post('EchoContent', `<Payment>${more}</Payment>`, true)).toContain('Payment/news');
  });

  it.each(mutations)('R5: %s', async (_, from, to, path) => {
    const changed = content.replace(from, to);
    expect(changed).not.toBe(content);
    const response = await post('EchoContent', `<Payment>${changed}</Payment>`);
    expect(response).toContain(`<Path>EchoContent/${path}`);
  });

  const more: readonly (readonly [what: string, operation: string, inner: string, path: string])[] = [
    ['R5: a required attribute that is missing', 'EchoMarkup', '<Prices>1</Prices>', 'EchoMarkup/Prices[0]/@currency'],
    [
      'R5: an attribute that does not fit',
      'EchoMarkup',
      '<Prices currency="" rounded="no">1</Prices>',
      'EchoMarkup/Prices[0]/@rounded',
    ],
    ['R5: text that does not fit', 'EchoMarkup', '<Prices currency="">one</Prices>', 'EchoMarkup/Prices[0]'],
    ['R5: an element in text', 'EchoMarkup', '<Prices currency=""><a/></Prices>', 'EchoMarkup/Prices[0]'],
    [
      'R5: another value than the fixed one',
      'EchoMarkup',
      '<Settings id="a" by="" unit="km"/>',
      'EchoMarkup/Settings/@unit',
    ],
    ['R5: mixed content out of order', 'EchoMarkup', '<Letter>a<sign/>b<bold/></Letter>', 'EchoMarkup/Letter'],
    ['R6: an abstract type', 'EchoAnimals', '<Animals><name>n</name></Animals>', 'EchoAnimals/Animals[0]'],
    [
      'R6: a type that is not derived from the declared one',
      'EchoAnimals',
      '<Animals xmlns:i="http://www.w3.org/2001/XMLSchema-instance" xmlns:e="urn:everything/" i:type="e:Tree"><value>1</value></Animals>',
      'EchoAnimals/Animals[0]',
    ],
    [
      'R5: an element of another namespace',
      'EchoCommon',
      '<Address><Street>s</Street></Address>',
      'EchoCommon/Address/Street',
    ],
  ];
  it.each(more)('%s', async (_, operation, inner, path) => {
    expect(await post(operation, inner)).toContain(`<Path>${path}</Path>`);
  });
});

it('R6: a circular value is an error, and so is one that is too deep', async () => {
  const loop = { value: 1 } as NonNullable<EchoAnimalsRequest['Tree']>;
  loop.left = loop;
  await expect(client('1.2').EchoAnimals({ Animals: animals.Animals, Tree: loop })).rejects.toThrow('maxDepth');
});

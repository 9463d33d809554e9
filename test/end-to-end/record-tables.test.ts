import type { RecordCodec, XmlReader, XmlWriter } from '@soapwright/runtime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { XmlBuilder } from '../../runtime/src/xml/builder.ts';
import { XmlBytesReader } from '../../runtime/src/xml/bytes-reader.ts';
import { XmlError } from '../../runtime/src/xml/error.ts';
import { GeneratedFolder } from '../generate-here.ts';
import { contractOf } from '../support/generator/load-contracts.ts';

const namespace = 'urn:tables/';
const folder = new GeneratedFolder('record-tables');

/** One operation, and others that only count. */
const contract = (others: number): string => `
soapwright: 1
service: S
namespace: ${namespace}
address: http://localhost/s
operations:
  Order:
    request: { Key: string, Order: Order?, Note: { type: string, optional: true } }
    result: Order
${Array.from({ length: others }, (_, index) => `  Other${index}: { request: {}, result: { type: int, as: r } }`).join('\n')}
types: { Colour: { enum: [red, green] } }
records:
  Order:
    Number: int
    Total: decimal?
    Placed: dateTime
    Colour: Colour?
    Large: long?
    Paid: boolean
    Data: { type: base64Binary, optional: true }
    Lines: { type: Line, many: true }
    Tags: "string[]"
    Few: "int[0..2]"
  Line: { Article: string?, Count: int, Next: Line? }
`;

interface OrderCodec {
  read(reader: XmlReader): unknown;
  write(writer: XmlWriter, value: unknown): void;
}

interface CodecModule {
  readonly OrderRequestRecord?: RecordCodec<unknown>;
  readonly readOrderRequest: OrderCodec['read'];
  readonly writeOrderRequest: OrderCodec['write'];
}

/** The codec of the request, by functions or by tables. */
async function codecOf(others: number): Promise<OrderCodec> {
  const module = await folder.module<CodecModule>(contractOf(contract(others)), 'codec');
  return module.OrderRequestRecord ?? { read: module.readOrderRequest, write: module.writeOrderRequest };
}

const full = {
  Key: 'k',
  Order: {
    Number: 7,
    Total: '1.50',
    Placed: new Date(0),
    Colour: 'red',
    Large: 12n,
    Paid: true,
    Data: new Uint8Array([1, 2, 3]),
    Lines: [{ Article: 'a', Count: 1, Next: { Article: undefined, Count: 2, Next: undefined } }],
    Tags: ['x', 'y'],
    Few: [1],
  },
  Note: undefined,
};

const root = `<Order xmlns="${namespace}" xmlns:i="http://www.w3.org/2001/XMLSchema-instance">`;

function written(codec: OrderCodec, value: unknown): string {
  const builder = new XmlBuilder();
  codec.write(builder, value);
  const text = builder.finish().text;
  return text ?? 'binary';
}

/** What reading or writing comes to: the value, or the error. */
function outcome(act: () => unknown): unknown {
  try {
    return { value: act() };
  } catch (error) {
    if (!(error instanceof XmlError)) throw error;
    return { code: error.code, message: error.message, path: error.path, offset: error.offset };
  }
}

function readIn(codec: OrderCodec, xml: string, strict: boolean): unknown {
  const reader = new XmlBytesReader(Buffer.from(xml), { strict });
  reader.openRoot();
  const value = codec.read(reader);
  reader.finish();
  return value;
}

let functions: OrderCodec;
let tables: OrderCodec;

beforeAll(async () => {
  functions = await codecOf(0);
  tables = await codecOf(100);
});

afterAll(() => folder.remove());

const children = [
  '<Number>7</Number>',
  '<Total>1.50</Total>',
  '<Placed>2020-01-01T00:00:00Z</Placed>',
  '<Colour>red</Colour>',
  '<Large>12</Large>',
  '<Paid>true</Paid>',
  '<Data>AQID</Data>',
  '<Lines><Article>a</Article><Count>1</Count><Next><Count>2</Count></Next></Lines>',
  '<Tags>x</Tags>',
  '<Tags>y</Tags>',
  '<Few>1</Few>',
];
const request = (inner: readonly string[]): string => `${root}<Key>k</Key><Order>${inner.join('')}</Order></Order>`;

/** The message with one change: each child left out, repeated, moved, nil, of another type, with a wrong value or an unknown child. */
const variants = children.flatMap((child, index) => {
  const changed = (...instead: readonly string[]): string =>
    request([...children.slice(0, index), ...instead, ...children.slice(index + 1)]);
  const name = /<(\w+)/.exec(child)?.[1];
  return [
    changed(),
    changed(child, child, child),
    request([child, ...children.slice(0, index), ...children.slice(index + 1)]),
    changed(`<${name} i:nil="true"/>`),
    changed(child.replace('>', ' i:type="Other">')),
    changed(`<${name}>?</${name}>`),
    changed(`<${name}/>`),
    changed(child, '<Unknown/>'),
    changed(child, 'text'),
  ];
});

describe('a record of a large contract, which is read and written by a table', () => {
  it('R1 to R6: has the value or the error of generated functions', () => {
    for (const xml of [request(children), `${root}</Order>`, ...variants]) {
      for (const strict of [false, true]) {
        const expected = outcome(() => readIn(functions, xml, strict));
        expect(
          outcome(() => readIn(tables, xml, strict)),
          xml,
        ).toEqual(expected);
      }
    }
    expect(readIn(tables, request(children), true)).toMatchObject({ Key: 'k', Order: { Number: 7, Tags: ['x', 'y'] } });
  });

  it('has its properties in the order of the schema, absent ones too', () => {
    const value = readIn(tables, `${root}<Note>n</Note><Key>k</Key></Order>`, false);
    expect(Object.entries(value as object)).toEqual([
      ['Key', 'k'],
      ['Order', undefined],
      ['Note', 'n'],
    ]);
  });

  it('W1: is written as by generated functions', () => {
    const { Data: _, ...order } = full.Order;
    const values: unknown[] = [full, { Key: 'k' }, { Key: undefined }, { Key: 1 }, { ...full, Order: order }];
    for (const [property, value] of Object.entries(order)) {
      if (!Array.isArray(value)) values.push({ Key: 'k', Order: { ...order, [property]: undefined } });
      values.push({ Key: 'k', Order: { ...order, [property]: [{}] } });
    }
    for (const value of values) {
      const expected = outcome(() => written(functions, value));
      expect(outcome(() => written(tables, value))).toEqual(expected);
    }
    expect(written(tables, { Key: 'k', Order: order })).toContain('<Number>7</Number><Total>1.50</Total>');
  });
});

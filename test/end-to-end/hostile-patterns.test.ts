import { ClientError, type ClientOptions, type Transport } from '@soapwright/runtime/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catalogued } from '../../src/contract/wsdl/catalogue/catalogue.ts';
import { loadWsdl } from '../../src/contract/wsdl/index.ts';
import { sampleValue } from '../../src/emit/sample-value.ts';
import { GeneratedFolder } from '../generate-here.ts';
import { cpuMilliseconds } from '../support/cpu-time.ts';
import { wsdlText } from '../support/generator/wsdl-contract.ts';

/** Patterns of a WSDL, with a part of a text that they reject in the end. */
const hostile: readonly (readonly [pattern: string, part: string])[] = [
  ['(a{0,3000}){0,3000}b', 'a'],
  ['((a*)*)*b', 'a'],
  ['(a|aa)+b', 'a'],
  ['a{0,3000}a{0,3000}a{0,3000}a{0,3000}b', 'a'],
  [`${'(a|ab?)'.repeat(60)}c`, 'a'],
  [`${'a?'.repeat(100)}${'a'.repeat(100)}`, 'a'],
  ['(.*a.{2000}){1,3}b', 'ab'],
  ['(\\w+\\s?)*[^a]', 'a'],
  ['([a-z]{1,20}[a-y]{2,30}){0,150}!', 'a'],
  ['(a|a|a)*b?c', 'a'],
  ['.*.*.*.*x', 'ab'],
];
/** More steps than the runtime takes. */
const tooLarge = '(ab?){1,5000}c';

const element = (at: number): string => `P${at}`;
const patterns = [...hostile.map(([pattern]) => pattern), tooLarge];
const text = wsdlText({
  schema: `<xs:element name="Request"><xs:complexType/></xs:element>
    <xs:element name="Response"><xs:complexType><xs:sequence>${patterns
      .map(
        (pattern, at) => `<xs:element name="${element(at)}" minOccurs="0"><xs:simpleType>
        <xs:restriction base="xs:string"><xs:pattern value="${pattern}"/></xs:restriction></xs:simpleType></xs:element>`,
      )
      .join('')}</xs:sequence></xs:complexType></xs:element>`,
  messages: `<wsdl:message name="In"><wsdl:part name="parameters" element="t:Request"/></wsdl:message>
    <wsdl:message name="Out"><wsdl:part name="parameters" element="t:Response"/></wsdl:message>`,
  operations: '<wsdl:operation name="Ask"><wsdl:input message="t:In"/><wsdl:output message="t:Out"/></wsdl:operation>',
  bound:
    '<wsdl:operation name="Ask"><soap:operation soapAction=""/><wsdl:input><soap:body use="literal"/></wsdl:input><wsdl:output><soap:body use="literal"/></wsdl:output></wsdl:operation>',
});
const { contract, diagnostics } = loadWsdl(
  { location: 'test.wsdl', name: 'test.wsdl', bytes: new TextEncoder().encode(text) },
  { wellKnown: catalogued },
);

const folder = new GeneratedFolder('patterns');
let ask: (at: number, value: string) => Promise<unknown>;
beforeAll(async () => {
  if (contract === undefined) throw new Error(diagnostics.map(({ message }) => message).join('\n'));
  const { TestClient } = await folder.module<{
    TestClient: new (options: ClientOptions) => { Ask(request: object): Promise<unknown> };
  }>(contract, 'client');
  let content = '';
  const transport: Transport = {
    send: async () => ({
      status: 200,
      headers: ['content-type', 'text/xml; charset=utf-8'],
      body: new TextEncoder().encode(
        `<Envelope xmlns="http://schemas.xmlsoap.org/soap/envelope/"><Body><Response xmlns="urn:test">${content}</Response></Body></Envelope>`,
      ),
    }),
  };
  const client = new TestClient({ transport });
  ask = (at, value) => {
    content = `<${element(at)}>${value}</${element(at)}>`;
    return client.Ask({});
  };
});
afterAll(() => folder.remove());

/** CPU time of a client that rejects a response with this text, the least of some, in ms. */
async function timeOf(at: number, value: string): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let count = 0; count < 3; count++) {
    const before = process.cpuUsage();
    await expect(ask(at, value)).rejects.toThrow(ClientError);
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
}

describe('patterns of a foreign WSDL', () => {
  it.each(hostile.map(([pattern, part], at) => [pattern.slice(0, 60), part, at] as const))(
    'R5: %s is matched in linear time',
    async (_pattern, part, at) => {
      const [once, twice] = [5_000, 10_000].map((length) => part.repeat(length));
      const time = await timeOf(at, `${once}!?`);
      const double = await timeOf(at, `${twice}!?`);
      // Twice the time, and room for a busy machine.
      expect(double).toBeLessThan(Math.max(3 * time, 50));
      expect(double).toBeLessThan(2_000);
    },
  );

  it('R5: one that takes too many steps is left out, with a warning at its place', async () => {
    expect(diagnostics).toEqual([
      expect.objectContaining({ code: 'SW6341', severity: 'warning', message: expect.stringContaining('1,000 steps') }),
    ]);
    const line = text.split('\n').findIndex((one) => one.includes(tooLarge)) + 1;
    expect(diagnostics[0]).toMatchObject({ file: 'test.wsdl', line });
    expect(await ask(hostile.length, 'any')).toEqual({ [element(hostile.length)]: 'any' });
  });

  it('P3: takes no noticeable time for samples', () => {
    const time = cpuMilliseconds(() => {
      for (const [pattern] of hostile) {
        const base = { kind: 'built-in', name: 'string', representation: 'string' } as const;
        for (const second of ['((a*)*)*!', '(a|a|a)*b?c'])
          sampleValue({ kind: 'restriction', name: 'T', base, facets: { patterns: [pattern, second] } });
      }
    });
    expect(time).toBeLessThan(5_000);
  });
});

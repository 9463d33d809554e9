import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { shopContract } from '../../../test/support/generator/shop-contract.ts';
import { MockError, type MockService, mockService } from './mock-service.ts';

const soap = 'http://schemas.xmlsoap.org/soap/envelope/';

describe('examples of a mock', () => {
  let folder: string;
  let mock: MockService | undefined;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'soapwright-mock-'));
    writeFileSync(join(folder, 'shop.yaml'), shopContract);
    mkdirSync(join(folder, 'examples'));
  });

  afterEach(async () => {
    await mock?.close();
    mock = undefined;
    rmSync(folder, { recursive: true });
  });

  const start = async (files: Readonly<Record<string, string>>): Promise<void> => {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, 'examples', name), text);
    mock = await mockService(join(folder, 'shop.yaml'), { examples: join(folder, 'examples') });
  };

  /** The body of the response to a request of an operation, without white space between elements. */
  const call = async (operation: string, fields: string): Promise<string> => {
    const body = `<${operation} xmlns="https://shop.example/v1/">${fields}</${operation}>`;
    const response = await fetch(mock?.url ?? '', {
      method: 'POST',
      headers: { 'Content-Type': 'text/xml; charset=utf-8', SOAPAction: `"https://shop.example/v1/${operation}"` },
      body: `<s:Envelope xmlns:s="${soap}"><s:Body>${body}</s:Body></s:Envelope>`,
    });
    const text = (await response.text()).replace(/>\s+</g, '><');
    return `${response.status} ${/<soap:Body>(.*)<\/soap:Body>/.exec(text)?.[1] ?? text}`;
  };

  const failureOf = async (text: string, name = 'Find.yaml'): Promise<readonly string[]> => {
    const error: unknown = await start({ [name]: text }).catch((thrown: unknown) => thrown);
    if (!(error instanceof MockError)) return [];
    return error.diagnostics.map(({ code, line, column, message }) => `${line}:${column} ${code} ${message}`);
  };

  it('respond to requests with a part, the first that matches', async () => {
    await start({
      'Find.yaml': `- when: { Number: "007" }
  respond: { Number: "007", Status: paid, Total: 12.50, Lines: [{ Text: Tea, Count: 2 }], contact: { case: Phone, value: "1" } }
- when: { Limit: 0 }
  respond: null
- respond: { Status: late }
`,
    });
    expect(await call('Find', '<Number>007</Number><Limit>0</Limit>')).toBe(
      '200 <FindResponse xmlns="https://shop.example/v1/"><Invoice><Number>007</Number><Status>paid</Status><Total>12.50</Total><Lines><Text>Tea</Text><Count>2</Count></Lines><Phone>1</Phone></Invoice></FindResponse>',
    );
    expect(await call('Find', '<Number>8</Number>')).toContain('<Status>late</Status>');
  });

  it('match dates and numbers by their values, whatever their texts', async () => {
    await start({ 'Pay.yaml': '- when: { Amount: "1.50" }\n  respond: { Receipt: 9007199254740993, Scan: AQID }\n' });
    const paid = await call('Pay', '<Number>1</Number><Card>1234-5678</Card><Amount>1.50</Amount>');
    expect(paid).toContain('<Receipt>9007199254740993</Receipt>');
    expect(paid).toContain('<Scan>AQID</Scan>');
    expect(paid).toMatch(/<PaidAt>202[56]-/);
  });

  it('respond with a declared fault and its detail', async () => {
    await start({
      'Find.yaml': '- fault: { name: NotFound, reason: No such book., code: Sender, detail: { Number: "7" } }\n',
    });
    expect(await call('Find', '<Number>7</Number>')).toBe(
      '500 <soap:Fault><faultcode>soap:Client</faultcode><faultstring>No such book.</faultstring><detail><NotFound xmlns="https://shop.example/v1/"><Number>7</Number></NotFound></detail></soap:Fault>',
    );
  });

  it('respond in a sequence, whose last response stays, and that many times', async () => {
    await start({
      'Find.yaml': `- times: 3
  sequence: [{ respond: { Status: open } }, { fault: { reason: Busy } }]
- respond: { Status: paid }
`,
    });
    const status = async (): Promise<string> =>
      /<Status>(\w+)|<faultstring>(\w+)/
        .exec(await call('Find', '<Number>1</Number>'))
        ?.slice(1)
        .join('') ?? '';
    expect([await status(), await status(), await status(), await status()]).toEqual(['open', 'Busy', 'Busy', 'paid']);
  });

  it('echo what the request says in fields that are made up', async () => {
    await start({});
    expect(await call('Find', '<Number>A-17</Number>')).toContain('<Number>A-17</Number>');
  });

  it('confirm a one-way operation', async () => {
    await start({});
    expect(await call('Forget', '<Number>1</Number>')).toBe('202 ');
  });

  it('keep all facets in what is made up', async () => {
    await start({});
    const found = await call('Find', '<Number>1</Number>');
    expect(found).toMatch(/<Status>(?:open|paid|late)<\/Status>/);
    for (const [, count] of found.matchAll(/<Count>(\d+)</g)) expect(['1', '2', '3', '4', '5']).toContain(count);
  });

  it('SW9302: have no unknown field, at any depth', async () => {
    expect(
      await failureOf('- respond:\n    Totl: 1\n    Lines: [{ Txt: a }]\n- when: { Nummer: 1 }\n  respond: null\n'),
    ).toEqual([
      '3:15 SW9302 respond/Lines/0 has no field "Txt". Did you mean "Text"?',
      '2:5 SW9302 respond has no field "Totl". Did you mean "Total"?',
      '4:11 SW9302 when has no field "Nummer". Did you mean "Number"?',
    ]);
  });

  it('SW9303: have no value that its type does not have', async () => {
    const text = '- respond: { Status: gone, Lines: [{ Count: 9 }, 3], Total: "1,5" }\n';
    expect(await failureOf(text)).toEqual([
      '1:22 SW9303 respond/Status: it must be one of the 3 values of its type.',
      '1:61 SW9303 respond/Total: it must be digits with an optional sign and decimal point.',
      '1:45 SW9303 respond/Lines/0/Count: it must be at most 5.',
      '1:50 SW9303 respond/Lines/1: it must be an object with the fields of its type.',
    ]);
  });

  it.each([
    ['SW9304: respond with one thing', '- when: { Number: 1 }\n', '1:3 SW9304 It has neither respond nor fault.'],
    ['SW9304: are a list', 'respond: null\n', '1:1 SW9304 A file of examples must be a list.'],
    ['SW9305: have a delay with a unit', '- { respond: null, delay: 3 }\n', '1:27 SW9305 "3" is not a valid delay.'],
    [
      'SW9306: name a declared fault',
      '- fault: { name: NotFoun }\n',
      'Find declares no fault "NotFoun". Did you mean "NotFound"?',
    ],
    [
      'SW1201: have known keys',
      '- { whn: {}, respond: null }\n',
      'Unknown key "whn" in an example. Did you mean "when"?',
    ],
  ])('%s', async (_, text, expected) => {
    expect((await failureOf(text)).join('\n')).toContain(expected);
  });

  it('SW9301: are of an operation of the contract', async () => {
    const [message] = await failureOf('- respond: null\n', 'Fnd.yaml');
    expect(message).toBe('undefined:undefined SW9301 The contract has no operation "Fnd". Did you mean "Find"?');
  });

  it('SW9308: are in a folder that can be read', async () => {
    const missing = mockService(join(folder, 'shop.yaml'), { examples: join(folder, 'none') });
    await expect(missing).rejects.toThrow('SW9308');
  });
});

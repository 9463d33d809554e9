import { describe, expect, it } from 'vitest';
import { loadWithOverlay, netSuiteLike, salesforceLike } from '../../../test/support/generator/header-wsdls.ts';
import { emit } from '../../emit/index.ts';
import { resolveService } from '../model/index.ts';

function load(wsdl: string, overlay: string) {
  const { contract, diagnostics } = loadWithOverlay(wsdl, `soapwright: 1\n${overlay}`);
  return { contract, found: diagnostics.map(({ code, line, message }) => `${code} ${line} ${message}`) };
}

/** Operations with the names of their header blocks: of the request, and of the response. */
function headersOf(wsdl: string, overlay: string): Readonly<Record<string, string>> {
  const { contract, found } = load(wsdl, overlay);
  expect(found).toEqual([]);
  if (contract === undefined) throw new Error('no contract');
  const shown = (uses: readonly { readonly header: { readonly identifier: string }; readonly required: boolean }[]) =>
    uses.map(({ header, required }) => header.identifier + (required ? '!' : '')).join(' ');
  return Object.fromEntries(
    resolveService(contract).operations.map(({ name, headers }) => [
      name,
      `${shown(headers.input)} | ${shown(headers.output)}`,
    ]),
  );
}

const messages = 'namespaces: { m: "urn:messages_2023_1.example" }\n';

describe('an overlay declares header blocks that the binding does not know', () => {
  it('of an element of the WSDL, for all operations', () => {
    expect(headersOf(netSuiteLike, 'headers: { tokenPassport: { required: true } }\n')).toEqual({
      get: 'tokenPassport! | ',
      getServerTime: 'tokenPassport! | ',
    });
    expect(headersOf(netSuiteLike, `${messages}headers: { m:tokenPassport: {} }\n`)).toEqual({
      get: 'tokenPassport | ',
      getServerTime: 'tokenPassport | ',
    });
  });

  it('with a record of its own, for some operations, in requests and responses', () => {
    const header = 'SessionHeader: { record: { sessionId: string, id: ID? }, operations: [query], in: both }';
    expect(headersOf(salesforceLike, `headers:\n  ${header}\n`)).toEqual({
      login: ' | ',
      query: 'SessionHeader | SessionHeader',
    });
    const responses = 'Limits: { type: int, in: responses }';
    expect(headersOf(salesforceLike, `headers: { ${responses} }\n`)).toEqual({
      login: ' | Limits',
      query: ' | Limits',
    });
  });

  it('in a namespace of its own, with a role, mustUnderstand and a secret', async () => {
    const overlay = `namespaces: { s: "urn:session" }
headers:
  s:Session:
    record: { key: { type: string, sensitive: true } }
    mustUnderstand: true
    role: urn:gateway
    doc: Who calls.
components:
  operations/login/headers/Session: { required: true }
`;
    expect(headersOf(salesforceLike, overlay)).toEqual({ login: 'Session! | ', query: 'Session | ' });
    const { contract } = load(salesforceLike, overlay);
    if (contract === undefined) throw new Error('no contract');
    const files = await emit(contract, { source: 'service.wsdl', importExtension: 'js', parts: 1 });
    const text = (path: string): string => files.find((file) => file.path === path)?.text ?? '';
    expect(text('client-headers.ts')).toMatch(/Who calls\./);
    expect(text('client-headers.ts')).toMatch(/mustUnderstand: true,\s+role: 'urn:gateway'/);
    expect(text('sensitive.ts')).toContain('key');
    expect(files.map((file) => file.text).join('')).toContain('targetNamespace="urn:session"');
  });

  it('keeps a block that the WSDL binds', () => {
    const bound = netSuiteLike
      .replace(
        '<message name="getRequest">',
        '<message name="tokenPassportHeader"><part name="passport" element="m:tokenPassport"/></message><message name="getRequest">',
      )
      .replace(
        '<input><soap:body',
        '<input><soap:header message="tns:tokenPassportHeader" part="passport" use="literal"/><soap:body',
      );
    expect(headersOf(bound, 'headers: { tokenPassport: { required: true } }\n')).toEqual({
      get: 'tokenPassport | ',
      getServerTime: 'tokenPassport! | ',
    });
  });
});

describe('a mistake in added header blocks', () => {
  it.each([
    ['SW1608', 'headers: { tokenPasport: {} }', 'There is no element tokenPasport'],
    ['SW1609', 'headers: { tokenPassport: { nillable: true } }', 'declares the element tokenPassport already'],
    ['SW1604', 'headers: { x:tokenPassport: {} }', 'The prefix of "x:tokenPassport"'],
    ['SW1601', 'headers: { tokenPassport: { operations: [gett] } }', 'Did you mean "get"?'],
    ['SW1304', 'headers: { Session: { type: Sesion } }', 'Sesion'],
    ['SW1201', 'headers: { tokenPassport: { require: true } }', 'require'],
    ['SW1340', 'headers: { Session: { type: string, record: { A: string } } }', 'record'],
    ['SW1356', 'headers: { Session: { type: string, role: "a b" } }', 'a b'],
  ])('%s: %s', (code, overlay, message) => {
    const { contract, found } = load(netSuiteLike, `${overlay}\n`);
    expect(contract).toBeUndefined();
    expect(found[0]).toMatch(new RegExp(`^${code} `));
    expect(found[0]).toContain(message);
  });

  it('is found by checks of the whole contract, which forgive what they forgive in the WSDL', () => {
    const { contract, found } = load(
      netSuiteLike,
      'headers: { Session: { record: { A: { type: int, default: x } } } }\n',
    );
    expect(contract).toBeDefined();
    expect(found).toEqual([expect.stringMatching(/^SW\d+ 2 .*"?A"?/)]);
  });

  it('SW1603: elements of several namespaces have the name', () => {
    const twice = netSuiteLike.replace(
      '<xsd:complexType name="TokenPassport">',
      '<xsd:element name="tokenPassport" type="xsd:string"/><xsd:complexType name="TokenPassport">',
    );
    expect(load(twice, 'headers: { tokenPassport: {} }\n').found[0]).toMatch(
      /^SW1603 2 .*tokenPassport of urn:core_2023_1.example, tokenPassport of urn:messages_2023_1.example/,
    );
  });
});

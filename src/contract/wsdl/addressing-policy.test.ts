import { describe, expect, it } from 'vitest';
import { bareOperation, wsdlText } from '../../../test/support/generator/wsdl-contract.ts';
import { resolveService } from '../model/index.ts';
import { loadWsdl } from './load-wsdl.ts';

const namespaces =
  'xmlns:wsp="http://www.w3.org/ns/ws-policy" xmlns:wsp04="http://schemas.xmlsoap.org/ws/2004/09/policy" xmlns:wsam="http://www.w3.org/2007/05/addressing/metadata" xmlns:wsaw="http://www.w3.org/2006/05/addressing/wsdl" xmlns:wsap="http://schemas.xmlsoap.org/ws/2004/08/addressing/policy" xmlns:u="http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd"';

interface Parts {
  readonly binding?: string;
  readonly port?: string;
  readonly definitions?: string;
  readonly second?: string;
}

function load({ binding = '', port = '', definitions = '', second = '' }: Parts) {
  const parts = bareOperation('Find', 't:Note');
  const text = wsdlText({
    ...parts,
    bound: binding + parts.bound,
    schema: '<xs:element name="Note" type="xs:string"/>',
  })
    .replace('<wsdl:definitions ', `<wsdl:definitions ${namespaces} `)
    .replace('<wsdl:types>', `${definitions}<wsdl:types>`)
    .replace('binding="t:Test">', `binding="t:Test">${port}`)
    .replace('</wsdl:service>', `${second}</wsdl:service>`);
  const { contract, diagnostics } = loadWsdl({ location: 'a', name: 'a', bytes: new TextEncoder().encode(text) });
  return { contract, found: diagnostics.map(({ code, message }) => `${code} ${message}`) };
}

const policy = (content: string): string => `<wsp:Policy>${content}</wsp:Policy>`;
const demanded = (version: string) => ({ version, required: true });
const accepted = (version: string) => ({ version, required: false });

describe('WS-Addressing of a WSDL', () => {
  it.each([
    ['nothing', '', undefined],
    ['a policy', policy('<wsam:Addressing/>'), demanded('1.0')],
    [
      'a policy with anonymous responses',
      policy('<wsam:Addressing><wsp:Policy><wsam:AnonymousResponses/></wsp:Policy></wsam:Addressing>'),
      demanded('1.0'),
    ],
    ['a policy of 2004/09', '<wsp04:Policy><wsaw:UsingAddressing/></wsp04:Policy>', demanded('1.0')],
    ['a policy of the submission', '<wsp04:Policy><wsap:UsingAddressing/></wsp04:Policy>', demanded('2004-08')],
    ['an optional assertion', policy('<wsam:Addressing wsp:Optional="true"/>'), accepted('1.0')],
    [
      'one of two alternatives',
      policy('<wsp:ExactlyOne><wsp:All><wsam:Addressing/></wsp:All><wsp:All/></wsp:ExactlyOne>'),
      accepted('1.0'),
    ],
    ['an extension', '<wsaw:UsingAddressing/>', accepted('1.0')],
    ['a required extension', '<wsaw:UsingAddressing wsdl:required="true"/>', demanded('1.0')],
    ['another policy', policy('<x:Addressing xmlns:x="urn:x"/>'), undefined],
  ])('is read from %s', (_, binding, expected) => {
    expect(load({ binding }).contract?.addressing).toEqual(expected);
    expect(load({ port: binding }).contract?.addressing).toEqual(expected);
  });

  it('is read from a policy by reference, also in a circle', () => {
    const definitions =
      '<wsp:Policy u:Id="A"><wsp:PolicyReference URI="#A"/><wsp:PolicyReference URI="#B"/></wsp:Policy><wsp:Policy u:Id="B"><wsam:Addressing/></wsp:Policy>';
    expect(load({ binding: '<wsp:PolicyReference URI="#A"/>', definitions }).contract?.addressing).toEqual(
      demanded('1.0'),
    );
    expect(load({ definitions }).contract?.addressing).toBeUndefined();
  });

  it('is demanded only if every port demands it', () => {
    const port = policy('<wsam:Addressing/>');
    const other = (inside: string): string =>
      `<wsdl:port name="Other" binding="t:Test">${inside}<soap:address location="http://localhost/other"/></wsdl:port>`;
    expect(load({ port, second: other('') }).contract?.addressing).toEqual(accepted('1.0'));
    expect(load({ port, second: other(port) }).contract?.addressing).toEqual(demanded('1.0'));
  });

  it('SW6409 is a warning where generated code does nothing about it', () => {
    expect(load({ binding: policy('<wsam:Addressing/>') }).found).toEqual([]);
    expect(load({ binding: '<wsaw:UsingAddressing/>' }).found).toEqual([
      'SW6409 The binding Test accepts WS-Addressing headers.',
    ]);
  });

  it('gives operations actions by the default pattern', () => {
    const { contract } = load({ binding: policy('<wsam:Addressing/>') });
    if (contract === undefined) throw new Error('no contract');
    const [operation] = resolveService(contract).operations;
    expect(operation).toMatchObject({
      soapAction: 'urn:test:Find',
      // That of the request is the soapAction.
      addressingAction: undefined,
      responseAction: 'urn:test:Test:FindResponse',
    });
  });
});

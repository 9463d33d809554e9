import { describe, expect, it } from 'vitest';
import { contractOf } from '../../../test/support/generator/load-contracts.ts';
import { bareOperation, contractOfWsdl, wsdlText } from '../../../test/support/generator/wsdl-contract.ts';
import { emit } from '../../emit/index.ts';
import { wsdlText as emittedWsdl } from '../../emit/wsdl.ts';
import { checkedImport } from '../../project/generate/checked-import.ts';
import type { Contract } from '../model/index.ts';

const [current, older] = ['http://www.w3.org/ns/ws-policy', 'http://schemas.xmlsoap.org/ws/2004/09/policy'];
const assertion = 'http://schemas.xmlsoap.org/ws/2004/09/policy/optimizedmimeserialization';
const utility = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd';

/** A policy with MTOM. @param more attributes of the policy and of the assertion. */
const policy = (namespace: string, ofPolicy = '', ofAssertion = ''): string =>
  `<p:Policy xmlns:p="${namespace}"${ofPolicy}><m:OptimizedMimeSerialization xmlns:m="${assertion}"${ofAssertion}/></p:Policy>`;

/** The contract of a WSDL with elements in its definitions, its binding and its port. */
function contractWith(definitions: string, binding: string, port = ''): Contract {
  const parts = bareOperation('Find', 't:Note');
  const schema = '<xs:element name="Note" type="xs:string"/>';
  const text = wsdlText({ ...parts, bound: `${binding}${parts.bound}`, schema })
    .replace('<wsdl:types>', `${definitions}<wsdl:types>`)
    .replace('<soap:address', `${port}<soap:address`);
  return contractOfWsdl(text);
}

const useIn = ({ services: [service] }: Contract): unknown => service?.ports.map(({ mtom }) => mtom);

describe('policies of a WSDL say whether a port takes MTOM', () => {
  it.each([current, older])('in the namespace %s, inside of the binding or the port, or by reference', (namespace) => {
    const optional = ' p:Optional="true"';
    expect(useIn(contractWith('', policy(namespace)))).toEqual(['required']);
    expect(useIn(contractWith('', policy(namespace, '', optional)))).toEqual(['optional']);
    expect(useIn(contractWith('', '', policy(namespace)))).toEqual(['required']);
    const reference = `<p:PolicyReference xmlns:p="${namespace}" URI="#M"/>`;
    const referred = policy(namespace, ` xmlns:u="${utility}" u:Id="M"`, optional);
    expect(useIn(contractWith(referred, reference))).toEqual(['optional']);
    expect(useIn(contractWith(referred.replace(optional, ''), '', reference))).toEqual(['required']);
  });

  it('by one of several alternatives, or by the assertion of WS-MTOMPolicy 1.1', () => {
    const all = `<p:Policy xmlns:p="${current}"><p:ExactlyOne><p:All>${policy(current)}</p:All><p:All/></p:ExactlyOne></p:Policy>`;
    expect(useIn(contractWith('', all))).toEqual(['optional']);
    const later = `<p:Policy xmlns:p="${current}"><m:MTOM xmlns:m="http://www.w3.org/2007/08/soap12-mtom-policy"/></p:Policy>`;
    expect(useIn(contractWith('', later))).toEqual(['required']);
  });

  it('not without them', () => {
    expect(useIn(contractWith('', ''))).toEqual([undefined]);
  });
});

const yaml = (mtom: string, ports = ''): string =>
  `soapwright: 1\nservice: S\nnamespace: urn:s/\naddress: http://localhost/s\n${mtom}${ports}
operations: { Put: { request: { Content: base64Binary }, response: { Size: int } } }\n`;

describe('mtom of a contract', () => {
  it.each(['optional', 'required'])('is %s in its WSDL, in the contract of that, and in its YAML', (use) => {
    const contract = contractOf(yaml(`mtom: ${use}\n`));
    expect(useIn(contract)).toEqual([use, use]);
    const wsdl = emittedWsdl(contract, { source: 'contract.yaml' });
    expect(wsdl.match(/<wsoma:OptimizedMimeSerialization /g)).toHaveLength(2);
    const read = contractOfWsdl(wsdl);
    expect(read.services[0]?.ports).toMatchObject([{ mtom: use }, { mtom: use }]);
    expect(read.services[0]?.ports[0]).not.toHaveProperty('extensions');
    expect(emittedWsdl(read, { source: 'contract.yaml' })).toBe(wsdl);
    expect(checkedImport(read, 'a.wsdl').imported.files[0].text).toContain(`\nmtom: ${use}\n`);
  });

  it('can be said of each port', () => {
    const ports = 'ports: { A: { soap: "1.1", mtom: required }, B: { soap: "1.2" } }';
    const contract = contractOf(yaml('', ports));
    expect(useIn(contract)).toEqual(['required', undefined]);
    const wsdl = emittedWsdl(contract, { source: 'contract.yaml' });
    const { imported, diagnostics } = checkedImport(contractOfWsdl(wsdl), 'a.wsdl');
    expect(diagnostics).toEqual([]);
    expect(useIn(contractOf(imported.files[0].text))).toEqual(['required', undefined]);
    expect(useIn(contractOf(yaml('mtom: optional\n', ports)))).toEqual(['required', 'optional']);
  });

  it('keeps a policy that has more or is elsewhere, and writes no other one', () => {
    const contract = contractWith('', policy(older));
    const wsdl = emittedWsdl(contract, { source: 'a.wsdl' });
    expect(wsdl.match(/OptimizedMimeSerialization/g)).toHaveLength(1);
    const { imported } = checkedImport(contract, 'a.wsdl');
    const again = contractOf(imported.files[0].text);
    expect([useIn(again), emittedWsdl(again, { source: 'a.wsdl' })]).toEqual([['required'], wsdl]);
  });

  it('is the default of the option multipart of client and server', async () => {
    const texts = async (mtom: string, ports?: string): Promise<readonly (string | undefined)[]> => {
      const files = await emit(contractOf(yaml(mtom, ports)), { source: 'a', importExtension: 'ts' });
      return ['client.ts', 'server.ts'].map(
        (name) => /(?:multipart \?\? )(.*?\))[,;]/.exec(files.find(({ path }) => path === name)?.text ?? '')?.[1],
      );
    };
    expect(await texts('')).toEqual([undefined, undefined]);
    expect(await texts('mtom: required\n')).toEqual(["mtom.mtom({ send: 'always' })", 'mtom.mtom({ required: true })']);
    expect(await texts('mtom: optional\n')).toEqual(["mtom.mtom({ send: 'never' })", 'mtom.mtom()']);
    const mixed = 'ports: { A: { soap: "1.1", mtom: required }, B: { soap: "1.2" } }';
    expect(await texts('', mixed)).toEqual(["mtom.mtom({ send: 'always' })", 'mtom.mtom()']);
  });
});

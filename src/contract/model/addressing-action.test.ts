import { describe, expect, it } from 'vitest';
import { contractOfWsdl, wsdlText } from '../../../test/support/generator/wsdl-contract.ts';
import { actionsOf } from './addressing-action.ts';
import type { PortTypeOperation } from './model.ts';
import { resolveService } from './resolve-service.ts';

/** The actions that a server accepts for an operation. */
function actions(soapAction: string, namespace: string): readonly (string | undefined)[] {
  const contract = contractOfWsdl(
    wsdlText({
      schema: '<xs:element name="Ask"><xs:complexType/></xs:element>',
      messages: '<wsdl:message name="Ask"><wsdl:part name="parameters" element="t:Ask"/></wsdl:message>',
      operations: `<wsdl:operation name="Ask"><wsdl:input message="t:Ask" xmlns:a="${namespace}" a:Action="urn:test:AskRequest"/></wsdl:operation>`,
      bound: `<wsdl:operation name="Ask"><soap:operation soapAction="${soapAction}"/><wsdl:input><soap:body use="literal"/></wsdl:input></wsdl:operation>`,
    }),
  );
  return resolveService(contract).operations.flatMap((one) => [one.soapAction, one.addressingAction]);
}

const metadata = 'http://www.w3.org/2007/05/addressing/metadata';

describe('the action of WS-Addressing', () => {
  it('is accepted where the binding has no soapAction', () => {
    expect(actions('', metadata)).toEqual(['', 'urn:test:AskRequest']);
    expect(actions('', 'http://www.w3.org/2006/05/addressing/wsdl')).toEqual(['', 'urn:test:AskRequest']);
  });

  it('is not accepted beside a soapAction, or in another namespace', () => {
    expect(actions('urn:test:Ask', metadata)).toEqual(['urn:test:Ask', undefined]);
    expect(actions('', 'urn:other')).toEqual(['', undefined]);
  });
});

/** WS-Addressing 1.0 - Metadata, 4.4. */
describe('the default action', () => {
  const message = { namespace: 'urn:m', local: 'M' };
  const operation: PortTypeOperation = {
    name: 'Find',
    returns: 'output',
    pattern: 'request-response',
    input: { message },
    output: { message },
    faults: [{ name: 'Gone', message }],
  };
  const inNamespace = (namespace: string, more: Partial<PortTypeOperation> = {}, soapAction = '') => {
    const { request, response, faults } = actionsOf(
      { namespace, local: 'Shop' },
      { ...operation, ...more },
      { soapAction },
    );
    return [request, response, ...faults];
  };

  it('has the namespace, the port type and the name of the message, by a slash', () => {
    const expected = ['http://a.test/s/Shop/FindRequest', 'http://a.test/s/Shop/FindResponse'];
    expect(inNamespace('http://a.test/s')).toEqual([...expected, 'http://a.test/s/Shop/Find/Fault/Gone']);
    expect(inNamespace('http://a.test/s/').slice(0, 2)).toEqual(expected);
  });

  it('has colons after a URN', () => {
    expect(inNamespace('urn:a')).toEqual([
      'urn:a:Shop:FindRequest',
      'urn:a:Shop:FindResponse',
      'urn:a:Shop:Find:Fault:Gone',
    ]);
  });

  it('has the names of messages that have one, and that of a one-way operation', () => {
    const named = { input: { message, name: 'In' }, output: { message, name: 'Out' } };
    expect(inNamespace('urn:a', named).slice(0, 2)).toEqual(['urn:a:Shop:In', 'urn:a:Shop:Out']);
    expect(inNamespace('urn:a', { output: undefined, faults: [] })).toEqual(['urn:a:Shop:Find', undefined]);
  });

  it('of a request is its soapAction, unless the message has an action', () => {
    expect(inNamespace('urn:a', {}, 'urn:find')[0]).toBe('urn:find');
    const foreign = [{ name: { namespace: metadata, local: 'Action' }, value: 'urn:own' }];
    expect(inNamespace('urn:a', { input: { message, foreign } }, 'urn:find')[0]).toBe('urn:own');
  });
});

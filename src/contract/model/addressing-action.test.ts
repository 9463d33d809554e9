import { describe, expect, it } from 'vitest';
import { contractOfWsdl, wsdlText } from '../../../test/support/generator/wsdl-contract.ts';
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

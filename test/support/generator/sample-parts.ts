import { bareOperation, type WsdlParts } from './wsdl-contract.ts';

/** A construct in words, and a WSDL with it. */
export type SampleCase = readonly [what: string, parts: Partial<WsdlParts>];

/** An operation in rpc style with one part in a namespace. */
export function rpcOperation(namespace: string, part: string): Partial<WsdlParts> {
  const body = `<soap:body use="literal" namespace="${namespace}"/>`;
  return {
    style: 'rpc',
    messages: `<wsdl:message name="Do"><wsdl:part name="x" ${part}/></wsdl:message>`,
    operations: '<wsdl:operation name="Do"><wsdl:input message="t:Do"/><wsdl:output message="t:Do"/></wsdl:operation>',
    bound: `<wsdl:operation name="Do"><soap:operation soapAction=""/><wsdl:input>${body}</wsdl:input><wsdl:output>${body}</wsdl:output></wsdl:operation>`,
  };
}

/** An element of an anonymous type. */
export function element(content: string, more = ''): Partial<WsdlParts> {
  const schema = `<xs:element name="Do"><xs:complexType>${content}</xs:complexType></xs:element>${more}`;
  return { schema, ...bareOperation('Do', 't:Do') };
}

/** With an element that a strict wildcard admits. */
export function withEmptyOutput(content: string): Partial<WsdlParts> {
  const parts = element(content, '<xs:element name="Empty"><xs:complexType/></xs:element>');
  const message = '<wsdl:message name="Empty"><wsdl:part name="body" element="t:Empty"/></wsdl:message>';
  return {
    ...parts,
    messages: `${parts.messages}${message}`,
    operations: parts.operations?.replace('output message="t:Do"', 'output message="t:Empty"') ?? '',
  };
}

/** An element and an attribute of a simple type. */
export function simple(definition: string, more = ''): Partial<WsdlParts> {
  const type = `<xs:simpleType name="S">${definition}</xs:simpleType>`;
  return element(
    '<xs:sequence><xs:element name="a" type="t:S"/></xs:sequence><xs:attribute name="b" type="t:S"/>',
    type + more,
  );
}

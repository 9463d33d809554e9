/** A WSDL with an operation for each name, and references to schemas. */
export function billingWsdl(locations: readonly string[] = [], operations: readonly string[] = ['Find']): string {
  const imports = locations.map(
    (location, index) => `<xs:import namespace="urn:types:${index}" schemaLocation="${location}"/>`,
  );
  const each = (print: (name: string) => string): string => operations.map(print).join('\n');
  return `<?xml version="1.0" encoding="utf-8"?>
<wsdl:definitions name="Billing" targetNamespace="urn:billing" xmlns:tns="urn:billing"
    xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/"
    xmlns:xs="http://www.w3.org/2001/XMLSchema">
  <wsdl:types>
    <xs:schema targetNamespace="urn:billing" elementFormDefault="qualified">
      ${imports.join('\n      ')}
      <xs:element name="Request" type="tns:Order"/>
      <xs:complexType name="Order">
        <xs:sequence>
          <xs:element name="Number" type="xs:int"/>
          <xs:element name="Text" type="xs:string" minOccurs="0"/>
        </xs:sequence>
      </xs:complexType>
    </xs:schema>
  </wsdl:types>
  <wsdl:message name="In"><wsdl:part name="parameters" element="tns:Request"/></wsdl:message>
  <wsdl:portType name="BillingSoap">
${each((name) => `    <wsdl:operation name="${name}"><wsdl:input message="tns:In"/><wsdl:output message="tns:In"/></wsdl:operation>`)}
  </wsdl:portType>
  <wsdl:binding name="BillingSoap" type="tns:BillingSoap">
    <soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
${each((name) => `    <wsdl:operation name="${name}"><soap:operation soapAction="urn:billing#${name}"/><wsdl:input><soap:body use="literal"/></wsdl:input><wsdl:output><soap:body use="literal"/></wsdl:output></wsdl:operation>`)}
  </wsdl:binding>
  <wsdl:service name="Billing">
    <wsdl:port name="BillingSoap" binding="tns:BillingSoap"><soap:address location="http://localhost/billing"/></wsdl:port>
  </wsdl:service>
</wsdl:definitions>
`;
}

/** A schema with one type, and references to others. */
export function typesXsd(namespace: string, references = '', type = 'T'): string {
  return `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="${namespace}">
  ${references}
  <xs:complexType name="${type}"><xs:sequence><xs:element name="a" type="xs:string"/></xs:sequence></xs:complexType>
</xs:schema>
`;
}

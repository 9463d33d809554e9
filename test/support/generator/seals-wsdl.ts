const namespace = 'http://schemas.xmlsoap.org/wsdl/soap/';

interface BindingText {
  readonly name: string;
  readonly portType: string;
  readonly operation: string;
  readonly soapAction?: string;
  readonly version?: '' | '12';
}

/** A binding of one operation. */
export function bindingOf({ name, portType, operation, soapAction = '', version = '' }: BindingText): string {
  const soap = `xmlns:s="http://schemas.xmlsoap.org/wsdl/soap${version}/"`;
  return `<wsdl:binding name="${name}" type="t:${portType}"><s:binding ${soap} transport="http://schemas.xmlsoap.org/soap/http"/>
    <wsdl:operation name="${operation}"><s:operation ${soap} soapAction="${soapAction}"/>
      <wsdl:input><s:body ${soap} use="literal"/></wsdl:input><wsdl:output><s:body ${soap} use="literal"/></wsdl:output>
    </wsdl:operation>
  </wsdl:binding>`;
}

export function portOf(name: string, binding: string, location: string): string {
  return `<wsdl:port name="${name}" binding="t:${binding}"><s:address xmlns:s="${namespace}" location="${location}"/></wsdl:port>`;
}

/**
 * A WSDL in the form of Spain's Verifactu: a service with ports for production, a seal and tests, and a second service whose
 * port type has an operation of the same name.
 *
 * @param bindings further ones, after those of both port types.
 * @param ports further ones of the first service.
 */
export function sealsWsdl({ bindings = '', ports = '' }: { bindings?: string; ports?: string } = {}): string {
  const element = (name: string, field: string): string =>
    `<xs:element name="${name}"><xs:complexType><xs:sequence><xs:element name="${field}" type="xs:string"/></xs:sequence></xs:complexType></xs:element>`;
  const messages = ['Register', 'Registered', 'Ask', 'Asked'].map(
    (name) => `<wsdl:message name="${name}"><wsdl:part name="parameters" element="t:${name}"/></wsdl:message>`,
  );
  const portType = (name: string, input: string): string =>
    `<wsdl:portType name="${name}"><wsdl:operation name="Register"><wsdl:input message="t:${input}"/><wsdl:output message="t:${input}ed"/></wsdl:operation></wsdl:portType>`;
  return `<wsdl:definitions name="Invoices" targetNamespace="urn:invoices" xmlns:t="urn:invoices" xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/" xmlns:xs="http://www.w3.org/2001/XMLSchema">
  <wsdl:types><xs:schema targetNamespace="urn:invoices" elementFormDefault="qualified">
    ${element('Register', 'Number')}${element('Registered', 'Receipt')}${element('Ask', 'Number')}${element('Asked', 'Reason')}
  </xs:schema></wsdl:types>
  ${messages.join('\n  ')}
  ${portType('Register', 'Register')}${portType('Requirement', 'Ask')}
  ${bindingOf({ name: 'RegisterSoap', portType: 'Register', operation: 'Register' })}
  ${bindingOf({ name: 'RequirementSoap', portType: 'Requirement', operation: 'Register' })}
  ${bindings}
  <wsdl:service name="Invoices">
    ${portOf('Production', 'RegisterSoap', 'https://invoices.example/register')}
    ${portOf('Production-Seal', 'RegisterSoap', 'https://seal.invoices.example/register')}
    ${portOf('Test', 'RegisterSoap', 'https://test.invoices.example/register')}
    ${ports}
  </wsdl:service>
  <wsdl:service name="Requirements">
    ${portOf('Requirement', 'RequirementSoap', 'https://invoices.example/requirement')}
    ${portOf('Test', 'RequirementSoap', 'https://test.invoices.example/requirement')}
  </wsdl:service>
</wsdl:definitions>`;
}

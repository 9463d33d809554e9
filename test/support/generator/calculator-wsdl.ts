const operation = (name: string): string => `
    <wsdl:operation name="${name}"><wsdl:input message="t:${name}SoapIn"/><wsdl:output message="t:${name}SoapOut"/></wsdl:operation>`;

const bound = (name: string, prefix: string): string => `
    <wsdl:operation name="${name}"><${prefix}:operation soapAction="http://calculator.example/${name}"/><wsdl:input><${prefix}:body use="literal"/></wsdl:input><wsdl:output><${prefix}:body use="literal"/></wsdl:output></wsdl:operation>`;

const elements = (name: string): string => `
    <xs:element name="${name}"><xs:complexType><xs:sequence><xs:element name="intA" type="xs:int"/><xs:element name="intB" type="xs:int"/></xs:sequence></xs:complexType></xs:element>
    <xs:element name="${name}Response"><xs:complexType><xs:sequence><xs:element name="${name}Result" type="xs:int"/></xs:sequence></xs:complexType></xs:element>`;

const messages = (name: string): string => `
  <wsdl:message name="${name}SoapIn"><wsdl:part name="parameters" element="t:${name}"/></wsdl:message>
  <wsdl:message name="${name}SoapOut"><wsdl:part name="parameters" element="t:${name}Response"/></wsdl:message>`;

const all = (print: (name: string) => string): string => ['Add', 'Divide'].map(print).join('');

/** A calculator as ASMX describes one, with a port for each version of SOAP. @param address of both ports. */
export function calculatorWsdl(address: string): string {
  return `<wsdl:definitions name="Calculator" targetNamespace="http://calculator.example/" xmlns:t="http://calculator.example/" xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:soap12="http://schemas.xmlsoap.org/wsdl/soap12/" xmlns:xs="http://www.w3.org/2001/XMLSchema">
  <wsdl:types><xs:schema elementFormDefault="qualified" targetNamespace="http://calculator.example/">${all(elements)}
  </xs:schema></wsdl:types>${all(messages)}
  <wsdl:portType name="CalculatorSoap">${all(operation)}
  </wsdl:portType>
  <wsdl:binding name="CalculatorSoap" type="t:CalculatorSoap"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>${all((name) => bound(name, 'soap'))}
  </wsdl:binding>
  <wsdl:binding name="CalculatorSoap12" type="t:CalculatorSoap"><soap12:binding transport="http://schemas.xmlsoap.org/soap/http"/>${all((name) => bound(name, 'soap12'))}
  </wsdl:binding>
  <wsdl:service name="Calculator">
    <wsdl:port name="CalculatorSoap" binding="t:CalculatorSoap"><soap:address location="${address}"/></wsdl:port>
    <wsdl:port name="CalculatorSoap12" binding="t:CalculatorSoap12"><soap12:address location="${address}"/></wsdl:port>
  </wsdl:service>
</wsdl:definitions>
`;
}

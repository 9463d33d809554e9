const encoding = 'http://schemas.xmlsoap.org/soap/encoding/';
const body = `<soap:body use="encoded" namespace="urn:people" encodingStyle="${encoding}"/>`;

const types = `<wsdl:types><xsd:schema targetNamespace="urn:people">
  <xsd:import namespace="${encoding}"/>
  <xsd:simpleType name="Color"><xsd:restriction base="xsd:string"><xsd:enumeration value="red"/><xsd:enumeration value="green"/></xsd:restriction></xsd:simpleType>
  <xsd:complexType name="Address"><xsd:sequence><xsd:element name="street" type="xsd:string"/><xsd:element name="zip" type="xsd:int" nillable="true"/><xsd:element name="color" type="t:Color" minOccurs="0"/></xsd:sequence></xsd:complexType>
  <xsd:complexType name="Pet"><xsd:sequence><xsd:element name="name" type="xsd:string"/></xsd:sequence></xsd:complexType>
  <xsd:complexType name="Dog"><xsd:complexContent><xsd:extension base="t:Pet"><xsd:sequence><xsd:element name="barks" type="xsd:boolean"/></xsd:sequence></xsd:extension></xsd:complexContent></xsd:complexType>
  <xsd:complexType name="Strings"><xsd:complexContent><xsd:restriction base="soapenc:Array"><xsd:attribute ref="soapenc:arrayType" wsdl:arrayType="xsd:string[]"/></xsd:restriction></xsd:complexContent></xsd:complexType>
  <xsd:complexType name="People"><xsd:complexContent><xsd:restriction base="soapenc:Array"><xsd:attribute ref="soapenc:arrayType" wsdl:arrayType="t:Person[]"/></xsd:restriction></xsd:complexContent></xsd:complexType>
  <xsd:complexType name="Grid"><xsd:complexContent><xsd:restriction base="soapenc:Array"><xsd:attribute ref="soapenc:arrayType" wsdl:arrayType="xsd:int[,]"/></xsd:restriction></xsd:complexContent></xsd:complexType>
  <xsd:complexType name="Person"><xsd:sequence>
   <xsd:element name="name" type="xsd:string"/><xsd:element name="born" type="xsd:dateTime" nillable="true"/>
   <xsd:element name="home" type="t:Address" minOccurs="0"/><xsd:element name="work" type="t:Address" nillable="true"/>
   <xsd:element name="tags" type="t:Strings"/><xsd:element name="friends" type="t:People" nillable="true"/>
   <xsd:element name="pet" type="t:Pet" minOccurs="0"/><xsd:element name="extra" type="xsd:anyType" minOccurs="0"/>
   <xsd:element name="amount" type="xsd:decimal"/>
  </xsd:sequence></xsd:complexType>
  <xsd:complexType name="Lost"><xsd:sequence><xsd:element name="id" type="xsd:int"/></xsd:sequence></xsd:complexType>
 </xsd:schema></wsdl:types>`;

/** The operation that only rpc style can have: its messages have several parts. */
const list = {
  messages: `<wsdl:message name="listIn"><wsdl:part name="count" type="xsd:int"/><wsdl:part name="map" type="apache:Map"/></wsdl:message>
    <wsdl:message name="listOut"><wsdl:part name="return" type="t:People"/><wsdl:part name="grid" type="t:Grid"/><wsdl:part name="map" type="apache:Map"/></wsdl:message>`,
  operation:
    '<wsdl:operation name="list"><wsdl:input message="t:listIn"/><wsdl:output message="t:listOut"/></wsdl:operation>',
  bound: `<wsdl:operation name="list"><soap:operation soapAction="urn:people#list"/><wsdl:input>${body}</wsdl:input><wsdl:output>${body}</wsdl:output></wsdl:operation>`,
};

/** As `peopleWsdl`, with the binding and the encoding of SOAP 1.2, and arrays that are declared as gSOAP does. */
export function peopleWsdl12(style: 'rpc' | 'document'): string {
  return peopleWsdl(style)
    .replaceAll(encoding, 'http://www.w3.org/2003/05/soap-encoding')
    .replaceAll('http://schemas.xmlsoap.org/wsdl/soap/', 'http://schemas.xmlsoap.org/wsdl/soap12/');
}

/** A WSDL with encoded records, arrays, a hierarchy, values of any type, Maps and a fault. */
export function peopleWsdl(style: 'rpc' | 'document'): string {
  const more = style === 'rpc' ? list : { messages: '', operation: '', bound: '' };
  return `<wsdl:definitions name="People" targetNamespace="urn:people" xmlns:t="urn:people" xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/"
    xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:soapenc="${encoding}"
    xmlns:apache="http://xml.apache.org/xml-soap">
  ${types}
  <wsdl:message name="echoIn"><wsdl:part name="person" type="t:Person"/></wsdl:message>
  <wsdl:message name="echoOut"><wsdl:part name="return" type="t:Person"/></wsdl:message>
  <wsdl:message name="Lost"><wsdl:part name="fault" type="t:Lost"/></wsdl:message>
  ${more.messages}
  <wsdl:portType name="P">
    <wsdl:operation name="echo"><wsdl:input message="t:echoIn"/><wsdl:output message="t:echoOut"/><wsdl:fault name="Lost" message="t:Lost"/></wsdl:operation>
    ${more.operation}
  </wsdl:portType>
  <wsdl:binding name="B" type="t:P">
    <soap:binding style="${style}" transport="http://schemas.xmlsoap.org/soap/http"/>
    <wsdl:operation name="echo"><soap:operation soapAction="urn:people#echo"/>
      <wsdl:input>${body}</wsdl:input><wsdl:output>${body}</wsdl:output>
      <wsdl:fault name="Lost"><soap:fault name="Lost" use="encoded" namespace="urn:people" encodingStyle="${encoding}"/></wsdl:fault>
    </wsdl:operation>
    ${more.bound}
  </wsdl:binding>
  <wsdl:service name="PeopleService"><wsdl:port name="P" binding="t:B"><soap:address location="http://localhost:8080/people"/></wsdl:port></wsdl:service>
</wsdl:definitions>`;
}

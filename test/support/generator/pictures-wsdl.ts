/** A WSDL with attachments of a request and of a response (WSDL 1.1, 5), and fields that refer to others. */
export const picturesWsdl = `<wsdl:definitions name="Pictures" targetNamespace="urn:pictures" xmlns:t="urn:pictures" xmlns:ref="http://ws-i.org/profiles/basic/1.1/xsd" xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:mime="http://schemas.xmlsoap.org/wsdl/mime/" xmlns:xs="http://www.w3.org/2001/XMLSchema">
  <wsdl:types><xs:schema targetNamespace="urn:pictures" elementFormDefault="qualified"><xs:import namespace="http://ws-i.org/profiles/basic/1.1/xsd"/>
    <xs:element name="Send"><xs:complexType><xs:sequence><xs:element name="Title" type="xs:string"/><xs:element name="Sketch" type="ref:swaRef" minOccurs="0"/></xs:sequence></xs:complexType></xs:element>
    <xs:element name="SendResponse"><xs:complexType><xs:sequence><xs:element name="Text" type="xs:string"/><xs:element name="Sketch" type="ref:swaRef" minOccurs="0"/></xs:sequence></xs:complexType></xs:element>
  </xs:schema></wsdl:types>
  <wsdl:message name="SendIn"><wsdl:part name="parameters" element="t:Send"/><wsdl:part name="Photo" type="xs:base64Binary"/><wsdl:part name="Note" type="xs:string"/></wsdl:message>
  <wsdl:message name="SendOut"><wsdl:part name="parameters" element="t:SendResponse"/><wsdl:part name="Thumb" type="xs:base64Binary"/></wsdl:message>
  <wsdl:portType name="Pictures"><wsdl:operation name="Send"><wsdl:input message="t:SendIn"/><wsdl:output message="t:SendOut"/></wsdl:operation></wsdl:portType>
  <wsdl:binding name="Pictures" type="t:Pictures"><soap:binding style="document" transport="http://schemas.xmlsoap.org/soap/http"/>
    <wsdl:operation name="Send"><soap:operation soapAction="urn:pictures/Send"/>
      <wsdl:input><mime:multipartRelated><mime:part><soap:body use="literal"/></mime:part><mime:part><mime:content part="Photo" type="image/png"/></mime:part><mime:part><mime:content part="Note" type="text/plain"/></mime:part></mime:multipartRelated></wsdl:input>
      <wsdl:output><mime:multipartRelated><mime:part><soap:body use="literal" parts="parameters"/></mime:part><mime:part><mime:content part="Thumb" type="image/*"/></mime:part></mime:multipartRelated></wsdl:output>
    </wsdl:operation></wsdl:binding>
  <wsdl:service name="Pictures"><wsdl:port name="Pictures" binding="t:Pictures"><soap:address location="http://localhost/pictures"/></wsdl:port></wsdl:service>
</wsdl:definitions>`;

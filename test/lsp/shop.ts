/** A WSDL in three files. */
export const shopWsdl = `<?xml version="1.0" encoding="ISO-8859-1"?>
<definitions name="Shop" targetNamespace="urn:shop/" xmlns:tns="urn:shop/" xmlns:c="urn:common/"
    xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/"
    xmlns:xs="http://www.w3.org/2001/XMLSchema">
  <documentation>Sells things, für alle.</documentation>
  <types>
    <xs:schema targetNamespace="urn:shop/" elementFormDefault="qualified">
      <xs:import namespace="urn:common/" schemaLocation="schemas/common.xsd"/>
      <xs:element name="FindOrder">
        <xs:complexType><xs:sequence>
          <xs:element name="Number" type="xs:int"/>
          <xs:element name="Kind" type="c:Kind" minOccurs="0"/>
        </xs:sequence></xs:complexType>
      </xs:element>
      <xs:element name="FindOrderResponse">
        <xs:complexType><xs:sequence>
          <xs:element name="Order" type="tns:Order" minOccurs="0" maxOccurs="unbounded"/>
        </xs:sequence></xs:complexType>
      </xs:element>
      <xs:complexType name="Order">
        <xs:annotation><xs:documentation>What somebody wants.</xs:documentation></xs:annotation>
        <xs:complexContent><xs:extension base="c:Base"><xs:sequence>
          <xs:element name="Total" type="xs:decimal"/>
          <xs:element name="Lines" type="tns:Line" minOccurs="0" maxOccurs="20"/>
        </xs:sequence></xs:extension></xs:complexContent>
      </xs:complexType>
      <xs:complexType name="Line">
        <xs:sequence><xs:element name="Sku" type="xs:string"/><xs:group ref="c:Times"/></xs:sequence>
        <xs:attributeGroup ref="c:Audit"/>
      </xs:complexType>
    </xs:schema>
  </types>
  <message name="FindOrderIn"><part name="parameters" element="tns:FindOrder"/></message>
  <message name="FindOrderOut"><part name="parameters" element="tns:FindOrderResponse"/></message>
  <portType name="ShopPort">
    <operation name="FindOrder">
      <documentation>Finds an order.</documentation>
      <input message="tns:FindOrderIn"/><output message="tns:FindOrderOut"/>
    </operation>
  </portType>
  <binding name="ShopBinding" type="tns:ShopPort">
    <soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
    <operation name="FindOrder">
      <soap:operation soapAction="urn:find"/>
      <input><soap:body use="literal"/></input><output><soap:body use="literal"/></output>
    </operation>
  </binding>
  <service name="Shop">
    <port name="ShopSoap" binding="tns:ShopBinding"><soap:address location="http://localhost:1/shop"/></port>
  </service>
</definitions>
`;

/** `schemas/common.xsd`. */
export const common = `<xs:schema targetNamespace="urn:common/" elementFormDefault="qualified" xmlns:c="urn:common/" xmlns:xs="http://www.w3.org/2001/XMLSchema">
  <xs:include schemaLocation="audit.xsd"/>
  <xs:simpleType name="Kind">
    <xs:restriction base="xs:string"><xs:enumeration value="standing"/><xs:enumeration value="single"/></xs:restriction>
  </xs:simpleType>
  <xs:complexType name="Base"><xs:sequence><xs:element name="Id" type="xs:long"/></xs:sequence></xs:complexType>
  <xs:group name="Times"><xs:sequence><xs:element name="Since" type="xs:date"/></xs:sequence></xs:group>
</xs:schema>
`;

/** `schemas/audit.xsd`, without a namespace of its own. */
export const audit = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
  <xs:attributeGroup name="Audit"><xs:attribute name="by" type="Name"/></xs:attributeGroup>
  <xs:simpleType name="Name"><xs:restriction base="xs:string"/></xs:simpleType>
</xs:schema>
`;

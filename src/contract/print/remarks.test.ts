import { describe, expect, it } from 'vitest';
import { componentDifferences } from '../wsdl/component-differences.ts';
import { loadWsdl } from '../wsdl/index.ts';
import { loadContract } from '../yaml/index.ts';
import { importContract } from './index.ts';

const text = `<definitions name="Stock" targetNamespace="urn:s" xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:s="urn:s"
    xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:xs="http://www.w3.org/2001/XMLSchema">
  <types>
    <xs:schema targetNamespace="urn:s" elementFormDefault="qualified">
      <xs:element name="Find"><xs:complexType><xs:sequence>
        <xs:element name="Size" default="large" type="xs:int"/>
      </xs:sequence></xs:complexType></xs:element>
      <xs:element name="FindResponse"><xs:complexType><xs:sequence><xs:element name="Row" type="s:Row"/></xs:sequence></xs:complexType></xs:element>
      <xs:complexType name="Row"><xs:choice>
        <xs:element name="A" type="xs:int" minOccurs="0"/>
        <xs:element name="B" type="xs:string" default="x" maxOccurs="Unbounded"/>
        <xs:element name="C" type="xs:string" maxOccurs="UNBOUNDED"/>
      </xs:choice></xs:complexType>
    </xs:schema>
  </types>
  <message name="FindSoapIn"><part name="parameters" element="s:Find"/></message>
  <message name="FindSoapOut"><part name="parameters" element="s:FindResponse"/></message>
  <portType name="StockSoap"><operation name="Find"><input message="s:FindSoapIn"/><output message="s:FindSoapOut"/></operation></portType>
  <binding name="StockSoap" type="s:StockSoap">
    <soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
    <operation name="Find"><soap:operation soapAction="urn:s:Find"/><input><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation>
  </binding>
  <service name="Stock"><port name="StockSoap" binding="s:StockSoap"><soap:address location="http://stock.example/"/></port></service>
</definitions>`;

function imported(wsdl: string) {
  const { contract, diagnostics } = loadWsdl({
    location: 'stock.wsdl',
    name: 'stock.wsdl',
    bytes: new TextEncoder().encode(wsdl),
  });
  if (contract === undefined) throw new Error(diagnostics.map(({ message }) => message).join('\n'));
  const { files } = importContract(contract, { forgiving: true, remarks: diagnostics });
  const loaded = loadContract(files[0]);
  expect(loaded.contract && componentDifferences(contract, loaded.contract, { names: false })).toEqual([]);
  return files[0].text;
}

describe('comments about forgiven mistakes', () => {
  it('are above the component that has the mistake, one for each code', () => {
    const yaml = imported(text);
    expect(yaml).toContain(
      '\n  # SW6333: A default or fixed value is ignored: The default value of "Size" is not a value of its type.\n  Find:\n',
    );
    expect(yaml).toContain('\n  # SW6312: "Unbounded" is read as "unbounded". (and 1 more of this kind)\n  Row:\n');
    expect(yaml.match(/#/g)).toHaveLength(2);
  });

  it('are at the top if no component has the mistake', () => {
    const yaml = imported(` ${text.replace('<definitions', '<?xml version="1.0"?><definitions')}`);
    expect(yaml).toMatch(/^# SW6301: White space before the XML declaration is skipped\.\nsoapwright: 1\n/);
  });
});

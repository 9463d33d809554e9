import { expect, it } from 'vitest';
import { emit } from '../../emit/index.ts';
import { loadWsdl } from './load-wsdl.ts';
import type { ServiceChoice } from './select-service.ts';

const binding = (name: string, namespace: string): string =>
  `<wsdl:binding name="${name}" type="t:Clock"><s:binding xmlns:s="${namespace}" transport="http://schemas.xmlsoap.org/soap/http"/>
    ${['Now', 'Stop'].map((operation) => `<wsdl:operation name="${operation}"><s:operation xmlns:s="${namespace}" soapAction="urn:${operation}"/><wsdl:input><s:body xmlns:s="${namespace}" use="literal"/></wsdl:input><wsdl:output><s:body xmlns:s="${namespace}" use="literal"/></wsdl:output></wsdl:operation>`).join('')}
  </wsdl:binding>`;

function load(services: string, choice: ServiceChoice = {}) {
  const text = `<wsdl:definitions name="Clocks" targetNamespace="urn:t" xmlns:t="urn:t" xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/" xmlns:xs="http://www.w3.org/2001/XMLSchema">
  <wsdl:types><xs:schema targetNamespace="urn:t" elementFormDefault="qualified">
    <xs:element name="Now" type="t:Zone"/><xs:element name="Time" type="xs:dateTime"/><xs:element name="Stop" type="xs:int"/>
    <xs:complexType name="Zone"><xs:sequence><xs:element name="Name" type="xs:string"/></xs:sequence></xs:complexType>
    <xs:complexType name="Unused"><xs:sequence/></xs:complexType>
  </xs:schema></wsdl:types>
  ${['Now', 'Stop', 'Time'].map((name) => `<wsdl:message name="${name}"><wsdl:part name="body" element="t:${name}"/></wsdl:message>`).join('')}
  <wsdl:portType name="Clock">${['Now', 'Stop'].map((name) => `<wsdl:operation name="${name}"><wsdl:input message="t:${name}"/><wsdl:output message="t:Time"/></wsdl:operation>`).join('')}</wsdl:portType>
  ${binding('One', 'http://schemas.xmlsoap.org/wsdl/soap/')}${binding('Two', 'http://schemas.xmlsoap.org/wsdl/soap12/')}
  ${services}
</wsdl:definitions>`;
  const { contract, diagnostics } = loadWsdl(
    { location: 'clock.wsdl', name: 'clock.wsdl', bytes: new TextEncoder().encode(text) },
    { choice },
  );
  return { contract, codes: diagnostics.map(({ code }) => code) };
}

const address = '<s:address xmlns:s="http://schemas.xmlsoap.org/wsdl/soap/" location="https://clock.example/"/>';
const ports = `<wsdl:port name="A" binding="t:One">${address}</wsdl:port><wsdl:port name="B" binding="t:Two">${address}</wsdl:port>`;

it('takes the ports of both SOAP versions, and the components that messages reach', () => {
  const { contract, codes } = load(`<wsdl:service name="Clocks">${ports}</wsdl:service>`);
  expect(codes).toEqual([]);
  expect(contract?.services[0]?.ports.map(({ name }) => name)).toEqual(['A', 'B']);
  expect(contract?.schemas[0]?.types.map(({ name }) => name.local)).toEqual(['Zone']);
});

it('takes the chosen service, port and operations, and suggests names', () => {
  const services = `<wsdl:service name="Clocks">${ports}</wsdl:service>`;
  const { contract, codes } = load(services, { service: 'Clocks', port: 'B', operations: ['Stop'] });
  expect(codes).toEqual([]);
  expect(contract?.services[0]?.ports.map(({ name }) => name)).toEqual(['B']);
  expect(contract?.portTypes[0]?.operations.map(({ name }) => name)).toEqual(['Stop']);
  expect(contract?.schemas[0]?.types).toEqual([]);
  expect(load(services, { service: 'Clock' }).codes).toEqual(['SW6202']);
  expect(load(services, { port: 'C' }).codes).toEqual(['SW6202']);
  expect(load(services, { operations: ['Stopp'] }).codes).toContain('SW6202');
});

it('requires the address of clients where the WSDL has none', async () => {
  for (const services of [
    '',
    '<wsdl:service name="Clocks"><wsdl:port name="A" binding="t:One"/></wsdl:service>',
    `<wsdl:service name="Clocks">${ports.replaceAll('https://clock.example/', 'REPLACE_WITH_ACTUAL_URL')}</wsdl:service>`,
  ]) {
    const { contract, codes } = load(services);
    expect(new Set(codes)).toEqual(new Set(['SW6330']));
    if (contract === undefined) throw new Error('no contract');
    const files = await emit(contract, { source: 'clock.wsdl', importExtension: 'js' });
    const client = files.find(({ path }) => path === 'client.ts')?.text;
    expect(client).toContain('constructor(options: soap.ClientOptions & { readonly address: string }) {');
    expect(client).not.toContain('defaultAddress');
  }
});

// A WSDL of the shape of large management interfaces: types of one namespace in hierarchies five levels deep, a list
// type beside each, references to other types, and operations on a reference with a declared fault. The text depends
// only on the two numbers. `node bench/contracts/inheritance.js 700 2500` prints one.
import { fileURLToPath } from 'node:url';

const namespace = 'urn:soapwright:bench:inheritance';
const levels = 5;
const subjects =
  'Alarm Cluster Compute Custom Datacenter Datastore Device Disk Event Extension Folder Guest Health Host Hardware License Machine Memory Network Option Performance Physical Policy Pool Port Profile Resource Schedule Service Session Snapshot Storage Switch Task Template Tools User Vendor Version Volume'.split(
    ' ',
  );
const roles = 'Info Spec Config Summary Status Result Change Limit Filter Description Capability Usage Path'.split(' ');

/** `AlarmInfo`, `ClusterInfo`, …, `AlarmSpec`, …, `AlarmInfo2`. */
function typeName(index) {
  const subject = subjects[index % subjects.length];
  const role = roles[Math.floor(index / subjects.length) % roles.length];
  const series = Math.floor(index / subjects.length / roles.length);
  return `${subject}${role}${series === 0 ? '' : series + 1}`;
}

/** Every fifth type starts a hierarchy, and each of the others extends the one before it. */
const baseOf = (index) => (index % levels === 0 ? 'DataObject' : typeName(index - 1));

const builtIn = ['xsd:string', 'xsd:int', 'xsd:long', 'xsd:boolean', 'xsd:dateTime', 'xsd:short', 'xsd:anyType'];

function elements(index, count) {
  const lines = [];
  for (let at = 0; at < 3 + (index % 4); at++) {
    const type = (index + at) % 5 === 4 ? `tns:${typeName((index * 7 + at * 13) % count)}` : builtIn[(index + at) % 7];
    const occurs = ['', ' minOccurs="0"', ' minOccurs="0" maxOccurs="unbounded"'][(index + at) % 3];
    lines.push(`<xsd:element name="value${index}x${at}" type="${type}"${occurs}/>`);
  }
  return lines;
}

const complexType = (name, base, content) =>
  `<xsd:complexType name="${name}"><xsd:complexContent><xsd:extension base="tns:${base}"><xsd:sequence>
${content.join('\n')}
</xsd:sequence></xsd:extension></xsd:complexContent></xsd:complexType>`;

const listType = (name) =>
  complexType(`ArrayOf${name}`, 'DataObject', [
    `<xsd:element name="${name}" type="tns:${name}" minOccurs="0" maxOccurs="unbounded"/>`,
  ]);

const wrapper = (name, content) =>
  `<xsd:element name="${name}"><xsd:complexType><xsd:sequence>${content}</xsd:sequence></xsd:complexType></xsd:element>`;

function operations(count, types) {
  const names = Array.from({ length: count }, (_, index) => `${['Query', 'Update', 'Create'][index % 3]}_${index + 1}`);
  const wrappers = names.flatMap((name, index) => [
    wrapper(
      name,
      `<xsd:element name="_this" type="tns:Reference"/><xsd:element name="spec" type="tns:${typeName((index * 3) % types)}" minOccurs="0"/>`,
    ),
    wrapper(
      `${name}Response`,
      `<xsd:element name="returnval" type="tns:${typeName((index * 5 + 4) % types)}" minOccurs="0" maxOccurs="unbounded"/>`,
    ),
  ]);
  const part = (name) => `<message name="${name}Msg"><part name="parameters" element="tns:${name}"/></message>`;
  return {
    wrappers,
    messages: names.flatMap((name) => [part(name), part(`${name}Response`)]),
    portType: names.map(
      (name) =>
        `<operation name="${name}"><input message="tns:${name}Msg"/><output message="tns:${name}ResponseMsg"/><fault name="RuntimeFault" message="tns:RuntimeFaultMsg"/></operation>`,
    ),
    binding: names.map(
      (name) =>
        `<operation name="${name}"><soap:operation soapAction="${namespace}/${name}"/><input><soap:body use="literal"/></input><output><soap:body use="literal"/></output><fault name="RuntimeFault"><soap:fault name="RuntimeFault" use="literal"/></fault></operation>`,
    ),
  };
}

/** The text of the WSDL. Half of the types are lists of the others. */
export function inheritanceWsdl(operationCount, typeCount) {
  const count = Math.floor(typeCount / 2);
  const types = Array.from({ length: count }, (_, index) => typeName(index));
  const { wrappers, messages, portType, binding } = operations(operationCount, count);
  return `<?xml version="1.0" encoding="UTF-8"?>
<definitions name="Inheritance" targetNamespace="${namespace}" xmlns:tns="${namespace}" xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:xsd="http://www.w3.org/2001/XMLSchema">
<types><xsd:schema targetNamespace="${namespace}" elementFormDefault="qualified">
<xsd:complexType name="DataObject"><xsd:sequence/></xsd:complexType>
<xsd:complexType name="Reference"><xsd:simpleContent><xsd:extension base="xsd:string"><xsd:attribute name="type" type="xsd:string"/></xsd:extension></xsd:simpleContent></xsd:complexType>
${complexType('RuntimeFault', 'DataObject', ['<xsd:element name="reason" type="xsd:string" minOccurs="0"/>'])}
<xsd:element name="RuntimeFaultFault" type="tns:RuntimeFault"/>
${types.map((name, index) => complexType(name, baseOf(index), elements(index, count))).join('\n')}
${types.map(listType).join('\n')}
${wrappers.join('\n')}
</xsd:schema></types>
<message name="RuntimeFaultMsg"><part name="fault" element="tns:RuntimeFaultFault"/></message>
${messages.join('\n')}
<portType name="PortType">${portType.join('\n')}</portType>
<binding name="Binding" type="tns:PortType"><soap:binding style="document" transport="http://schemas.xmlsoap.org/soap/http"/>
${binding.join('\n')}
</binding>
<service name="InheritanceService"><port name="Port" binding="tns:Binding"><soap:address location="http://localhost/inheritance"/></port></service>
</definitions>
`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [operationCount = 700, typeCount = 2500] = process.argv.slice(2).map(Number);
  process.stdout.write(inheritanceWsdl(operationCount, typeCount));
}

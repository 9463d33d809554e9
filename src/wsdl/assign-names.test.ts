import { describe, expect, it } from 'vitest';
import { bareOperation, contractOfWsdl, wsdlText } from '../../test/support/generator/wsdl-contract.ts';
import { type Contract, type ResolvedService, resolveService } from '../contract/index.ts';
import { emit } from '../emit/index.ts';
import { assignNames } from './assign-names.ts';
import { loadWsdl } from './load-wsdl.ts';

const billing = (content: string): string =>
  `<xs:schema targetNamespace="urn:test:billing" elementFormDefault="qualified">${content}</xs:schema>`;
const record = (name: string, content = ''): string =>
  `<xs:complexType name="${name}"><xs:sequence>${content}</xs:sequence></xs:complexType>`;
const inside = (name: string, content = ''): string =>
  `<xs:element name="${name}"><xs:complexType><xs:sequence>${content}</xs:sequence></xs:complexType></xs:element>`;
const importing = '<xs:import namespace="urn:test:billing"/>';

/** A WSDL with one operation, whose element `Go` is declared in the schema. */
function serviceOf(schema: string, schemas = ''): ResolvedService {
  return resolveService(contractOfWsdl(wsdlText({ schema, schemas, ...bareOperation('Run', 't:Go') })));
}

function typeNamesOf({ declarations, simpleTypes, messages }: ResolvedService): readonly string[] {
  return [...messages, ...declarations, ...simpleTypes].map(({ typeName }) => typeName).sort();
}

/** The properties of a type or the cases of a choice. */
function propertiesOf({ declarations, messages }: ResolvedService, typeName: string): readonly string[] {
  const found = [...messages, ...declarations].find((one) => one.typeName === typeName);
  if (found?.kind === 'group-type') return found.members.map(({ property }) => property);
  if (found?.kind === 'choice-type') return found.cases.map(({ property }) => property);
  if (found?.kind !== 'structure') return [];
  const { attributes, content } = found;
  const members =
    content.kind === 'fields' ? content.fields : content.kind === 'text' ? [content.text] : content.members;
  return [...attributes, ...members].map(({ property }) => property);
}

describe('types of several namespaces', () => {
  it('keep their names in the target namespace, and have a word of another one', () => {
    const schema = `${importing}${record('Address')}${inside('Go', '<xs:element name="a" type="t:Address"/><xs:element name="b" type="b:Address"/>')}`;
    expect(typeNamesOf(serviceOf(schema, billing(record('Address'))))).toEqual(['Address', 'AddressBilling', 'Go']);
  });

  it('have the names that the order of the schemas does not change', () => {
    const go = inside('Go', '<xs:element name="a" type="p:T"/><xs:element name="b" type="q:T"/>');
    const schema = `<xs:import namespace="urn:p"/><xs:import namespace="urn:q"/>${go}`.replaceAll(
      '<xs:element ',
      '<xs:element xmlns:p="urn:p" xmlns:q="urn:q" ',
    );
    const [p, q] = ['urn:p', 'urn:q'].map((name) => `<xs:schema targetNamespace="${name}">${record('T')}</xs:schema>`);
    const one = serviceOf(schema, `${p}${q}`);
    expect(typeNamesOf(one)).toEqual(['Go', 'T', 'TQ']);
    expect(typeNamesOf(serviceOf(schema, `${q}${p}`))).toEqual(typeNamesOf(one));
  });

  it('are numbered if the word is taken too', () => {
    const fields = ['t:T', 'b:T', 't:TBilling'].map((type, index) => `<xs:element name="f${index}" type="${type}"/>`);
    const schema = `${importing}${record('T')}${record('TBilling')}${inside('Go', fields.join(''))}`;
    expect(typeNamesOf(serviceOf(schema, billing(record('T'))))).toEqual(['Go', 'T', 'T2', 'TBilling']);
  });
});

describe('components of one name', () => {
  it('are told apart by their kinds: the type keeps the name', () => {
    const group = '<xs:group name="T"><xs:choice><xs:element name="p"/><xs:element name="q"/></xs:choice></xs:group>';
    const content = '<xs:element name="a" type="t:T"/><xs:group ref="t:T"/><xs:element ref="t:T"/>';
    const service = serviceOf(`${record('T')}${group}${inside('T')}${inside('Go', content)}`);
    expect(typeNamesOf(service)).toEqual(['Go', 'T', 'TElement', 'TGroup']);
    expect(propertiesOf(service, 'Go')).toEqual(['a', 'T2', 'T']);
  });

  it('leave names of the service and of nested types alone', () => {
    const nested = record('Order', inside('item', '<xs:element name="n" type="xs:int"/>'));
    const fields = ['TestClient', 'Order', 'Order_item'].map(
      (type, index) => `<xs:element name="f${index}" type="t:${type}"/>`,
    );
    const schema = `${record('TestClient')}${nested}${record('Order_item')}${inside('Go', fields.join(''))}`;
    expect(typeNamesOf(serviceOf(schema))).toEqual(['Go', 'Order', 'Order_item', 'Order_itemTest', 'TestClientTest']);
  });

  it('are cases of a substitution group with different names', () => {
    const schema = `${importing}<xs:element name="Head" type="xs:string" abstract="true"/>
      <xs:element name="One" type="xs:string" substitutionGroup="t:Head"/>${inside('Go', '<xs:element ref="t:Head"/>')}`;
    const other = '<xs:element name="One" type="xs:string" substitutionGroup="t:Head"/>';
    expect(propertiesOf(serviceOf(schema, billing(other)), 'HeadElement')).toEqual(['One', 'OneBilling']);
  });
});

describe('requests and responses', () => {
  const wrapped = bareOperation('add', 't:add');
  const parts = {
    ...wrapped,
    messages: `<wsdl:message name="add"><wsdl:part name="parameters" element="t:add"/></wsdl:message>
      <wsdl:message name="addResponse"><wsdl:part name="parameters" element="t:addResponse"/></wsdl:message>`,
    operations: wrapped.operations.replace('output message="t:add"', 'output message="t:addResponse"'),
  };

  it('have no type of their own where the element has a named type', () => {
    const schema = `${record('add')}${record('addResponse', '<xs:element name="x" type="xs:int"/>')}
      <xs:element name="add" type="t:add"/><xs:element name="addResponse" type="t:addResponse"/>`;
    const [operation] = resolveService(contractOfWsdl(wsdlText({ schema, ...parts }))).operations;
    expect(operation?.input.type).toMatchObject({ typeName: 'add' });
    expect(operation?.output?.type).toMatchObject({ typeName: 'addResponse' });
  });

  it('leave their names to types of the schema', () => {
    const field = '<xs:element name="x" type="t:addResponse"/><xs:element name="y" type="xs:int"/>';
    const schema = `${record('addResponse')}${inside('add')}${inside('addResponse', field)}`;
    const service = resolveService(contractOfWsdl(wsdlText({ schema, ...parts })));
    expect(typeNamesOf(service)).toEqual(['addOutput', 'addRequest', 'addResponse']);
  });
});

describe('properties of one type', () => {
  it('are numbered where an element occurs again', () => {
    const service = serviceOf(
      inside('Go', ['a', 'b', 'a'].map((name) => `<xs:element name="${name}" type="xs:int"/>`).join('')),
    );
    expect(propertiesOf(service, 'Go')).toEqual(['a', 'b', 'a2']);
  });

  it('are numbered in linear time', () => {
    const count = 20_000;
    const element = (index: number) => ({
      name: { namespace: 'urn:test', local: 'a' },
      type: { kind: 'named', name: { namespace: 'urn:test', local: `T${index}` } } as const,
      ...{ nillable: false, sensitive: false, stream: false },
    });
    const particles = Array.from({ length: count }, (_, index) => ({
      ...({ kind: 'element', occurs: { min: 1, max: 1 } } as const),
      element: element(index),
    }));
    const drawn = contractOfWsdl(wsdlText({ schema: inside('Go'), ...bareOperation('Run', 't:Go') }));
    const schemas = drawn.schemas.map((schema) => ({
      ...schema,
      groups: [
        {
          name: { namespace: 'urn:test', local: 'G' },
          particle: { kind: 'sequence', occurs: { min: 1, max: 1 }, particles },
        } as const,
      ],
    }));
    const started = performance.now();
    const { contract } = assignNames({ ...drawn, schemas });
    expect(performance.now() - started).toBeLessThan(5000);
    expect(contract.schemas[0]?.groups[0]?.particle.particles.at(-1)).toMatchObject({
      element: { typeScriptName: `a${count}` },
    });
  });

  it('are told apart where an element and an attribute have one name', () => {
    const schema = `<xs:element name="Go"><xs:complexType><xs:sequence><xs:element name="id" type="xs:int"/></xs:sequence>
      <xs:attribute name="id" type="xs:int"/></xs:complexType></xs:element>`;
    expect(propertiesOf(serviceOf(schema), 'Go')).toEqual(['idAttribute', 'id']);
  });

  it('are numbered where several choices, sequences and wildcards have no name', () => {
    const pair = (name: string) =>
      `<xs:element name="${name}1" type="xs:int"/><xs:element name="${name}2" type="xs:int"/>`;
    const content = `<xs:choice>${pair('a')}</xs:choice><xs:choice>${pair('b')}</xs:choice>
      <xs:sequence minOccurs="0">${pair('c')}</xs:sequence><xs:sequence minOccurs="0">${pair('d')}</xs:sequence>
      <xs:any namespace="urn:x"/><xs:any namespace="urn:y"/>`;
    const service = serviceOf(inside('Go', content));
    expect(propertiesOf(service, 'Go')).toEqual(['$choice', '$choice2', '$sequence', '$sequence2', '$any', '$any2']);
    expect(typeNamesOf(service)).toEqual(['Go', 'Go_choice', 'Go_choice2', 'Go_sequence', 'Go_sequence2']);
  });

  it('are those of inner sequences and choices that add nothing', () => {
    const [a, b, c] = ['a', 'b', 'c'].map((name) => `<xs:element name="${name}" type="xs:int" minOccurs="0"/>`);
    const content = `${a}<xs:sequence>${b}<xs:sequence minOccurs="0">${c}</xs:sequence></xs:sequence>`;
    expect(propertiesOf(serviceOf(inside('Go', content)), 'Go')).toEqual(['a', 'b', 'c']);
  });

  it('differ where the types of two of them would have one name', () => {
    const n = '<xs:element name="n" type="xs:int"/>';
    const service = serviceOf(inside('Go', `${inside('a', inside('b', n))}${inside('a_b', n)}`));
    expect(propertiesOf(service, 'Go')).toEqual(['a', 'a_b2']);
    expect(typeNamesOf(service)).toEqual(['Go', 'Go_a', 'Go_a_b', 'Go_a_b2']);
  });

  it('do not hide inherited ones', () => {
    const schema = `<xs:complexType name="Base"><xs:sequence><xs:element name="x" type="xs:int"/></xs:sequence></xs:complexType>
      <xs:complexType name="Derived"><xs:complexContent><xs:extension base="t:Base"><xs:sequence><xs:element name="y" type="xs:int"/>
      <xs:element name="x" type="xs:int"/></xs:sequence></xs:extension></xs:complexContent></xs:complexType>
      ${inside('Go', '<xs:element name="d" type="t:Derived"/>')}`;
    expect(propertiesOf(serviceOf(schema), 'Derived')).toEqual(['x', 'y', 'x2']);
  });

  it('have one name in all types with their attribute group', () => {
    const schema = `${importing}<xs:attributeGroup name="G"><xs:attribute name="kind" type="xs:int"/>
        <xs:attribute ref="b:kind"/></xs:attributeGroup>
      <xs:element name="Go"><xs:complexType><xs:sequence><xs:element name="kind" type="xs:int"/>
        <xs:element name="o"><xs:complexType><xs:attributeGroup ref="t:G"/></xs:complexType></xs:element></xs:sequence>
        <xs:attributeGroup ref="t:G"/></xs:complexType></xs:element>`;
    const service = serviceOf(schema, billing('<xs:attribute name="kind" type="xs:int"/>'));
    expect(propertiesOf(service, 'Go')).toEqual(['kind', 'kindBilling', 'kindElement', 'o']);
    expect(propertiesOf(service, 'Go_o')).toEqual(['kind', 'kindBilling']);
  });
});

describe('operations', () => {
  const schema = `${['A', 'B'].map((name) => `<xs:element name="${name}" type="xs:string"/>`).join('')}`;
  const operation = (name: string, message: string, input: string) => ({
    operations: `<wsdl:operation name="${name}"><wsdl:input ${input} message="t:${message}"/></wsdl:operation>`,
    bound: `<wsdl:operation name="${name}"><soap:operation soapAction="urn:${message}"/><wsdl:input ${input}><soap:body use="literal"/></wsdl:input></wsdl:operation>`,
    messages: `<wsdl:message name="${message}"><wsdl:part name="in" element="t:${message}"/></wsdl:message>`,
  });
  const both = (one: ReturnType<typeof operation>, other: ReturnType<typeof operation>) =>
    wsdlText({
      schema,
      messages: one.messages + other.messages,
      operations: one.operations + other.operations,
      bound: one.bound + other.bound,
    });
  const shown = (contract: Contract) =>
    resolveService(contract).operations.map(({ identifier, soapAction, name }) => [identifier, name, soapAction]);

  it('have the names of their inputs where they are overloaded, each with its own binding', () => {
    const text = both(operation('Find', 'B', 'name="FindBy"'), operation('Find', 'A', 'name="Find"'));
    expect(shown(contractOfWsdl(text))).toEqual([
      ['Find_FindBy', 'Find', 'urn:B'],
      ['Find', 'Find', 'urn:A'],
    ]);
  });

  it('differ in more than case, since handler files do', () => {
    expect(shown(contractOfWsdl(both(operation('getURL', 'A', ''), operation('GetUrl', 'B', ''))))).toEqual([
      ['getURL2', 'getURL', 'urn:A'],
      ['GetUrl', 'GetUrl', 'urn:B'],
    ]);
  });

  it('SW6323: can share a request where nobody implements them; SW1505 where somebody does', () => {
    const text = both(operation('One', 'A', ''), operation('Two', 'A', '')).replace(
      /(<wsdl:message .*?<\/wsdl:message>)\1/,
      '$1',
    );
    const file = { location: 'a.wsdl', name: 'a.wsdl', bytes: new TextEncoder().encode(text) };
    const client = loadWsdl(file);
    expect(client.diagnostics.map(({ code, severity }) => [code, severity])).toEqual([['SW6323', 'warning']]);
    expect(client.contract).toBeDefined();
    const server = loadWsdl(file, { server: true });
    expect(server.diagnostics.map(({ code }) => code)).toEqual(['SW1505']);
    expect(server.contract).toBeUndefined();
  });
});

describe('names from before', () => {
  const load = (text: string, names?: ReturnType<typeof loadWsdl>['names']) => {
    const file = { location: 'a.wsdl', name: 'a.wsdl', bytes: new TextEncoder().encode(text) };
    const { contract, names: given = {} } = loadWsdl(file, { names });
    if (contract === undefined) throw new Error('The WSDL is not read.');
    return { types: typeNamesOf(resolveService(contract)), names: given };
  };
  const text = (types: readonly string[], schemas: string) => {
    const fields = types.map((type, index) => `<xs:element name="f${index}" type="${type}"/>`).join('');
    const own = types.includes('t:T') ? record('T') : '';
    return wsdlText({ schema: `${importing}${own}${inside('Go', fields)}`, schemas, ...bareOperation('Run', 't:Go') });
  };

  it('are kept when a component of another namespace could take them', () => {
    const before = load(text(['b:T'], billing(record('T'))));
    expect(before.types).toEqual(['Go', 'T']);
    const after = load(text(['b:T', 't:T'], billing(record('T'))), before.names);
    expect(after.names['urn:test:billing']).toEqual({ 'type T': 'T' });
    expect(after.names['urn:test']).toMatchObject({ 'type T': 'TTest' });
    expect(load(text(['b:T', 't:T'], billing(record('T')))).names['urn:test']).toMatchObject({ 'type T': 'T' });
  });

  it('are kept when the component that had the better name is gone', () => {
    const before = load(text(['b:T', 't:T'], billing(record('T'))));
    const after = load(text(['b:T'], billing(record('T'))), before.names);
    expect(after.names).toEqual({
      'urn:test:billing': { 'type T': 'TBilling' },
      'urn:test': { 'operation Run': 'Run', 'element Go': 'Go' },
    });
  });

  it('change nothing in the same WSDL', () => {
    const both = text(['b:T', 't:T'], billing(record('T')));
    const { names } = load(both);
    expect(load(both, names).names).toEqual(names);
  });
});

it('elements of a namespace and those with its prefix in their names have different constants', async () => {
  const schema = `${importing}<xs:element name="Go"><xs:complexType><xs:sequence>
    <xs:element name="b_x" type="xs:int"/><xs:element xmlns:b="urn:test:billing" ref="b:x"/></xs:sequence></xs:complexType></xs:element>`;
  const text = wsdlText({
    schema,
    schemas: billing('<xs:element name="x" type="xs:int"/>').replace(
      '<xs:schema ',
      '<xs:schema xmlns:b="urn:test:billing" ',
    ),
    ...bareOperation('Run', 't:Go'),
  });
  const files = await emit(contractOfWsdl(text), { source: 'a.wsdl', importExtension: 'ts' });
  const codec = files.find(({ path }) => path === 'codec.ts')?.text ?? '';
  const tags = [...codec.matchAll(/const (\w+Tag_?) = .*soap\.tag\((.*)\);/g)].map(([, name, args]) => [name, args]);
  expect(tags.map(([name]) => name)).toEqual(expect.arrayContaining(['b_xTag', 'b_xTag_']));
  expect(tags.map(([, args]) => args).join()).toMatch(/'b_x'.*'x'|'x'.*'b_x'/);
});

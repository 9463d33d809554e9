import { describe, expect, it } from 'vitest';
import {
  billing,
  importing,
  inside,
  propertiesOf,
  record,
  serviceOf,
  typeNamesOf,
} from '../../../test/support/generator/named-wsdl.ts';
import { bareOperation, contractOfWsdl, wsdlText } from '../../../test/support/generator/wsdl-contract.ts';
import { type Contract, resolveService } from '../model/index.ts';
import { loadWsdl } from './load-wsdl.ts';

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

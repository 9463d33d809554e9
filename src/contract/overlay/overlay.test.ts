import { describe, expect, it } from 'vitest';
import { emit } from '../../emit/index.ts';
import { type Contract, resolveService } from '../model/index.ts';
import { loadInput } from '../open/index.ts';

const wsdl = `<wsdl:definitions xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/"
    xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:shop" xmlns:b="urn:billing" targetNamespace="urn:shop">
  <wsdl:types>
    <xs:schema targetNamespace="urn:billing" elementFormDefault="qualified">
      <xs:complexType name="Address"><xs:sequence><xs:element name="city" type="xs:string"/></xs:sequence></xs:complexType>
    </xs:schema>
    <xs:schema targetNamespace="urn:shop" elementFormDefault="qualified">
      <xs:import namespace="urn:billing"/>
      <xs:complexType name="Order">
        <xs:sequence>
          <xs:element name="lines" maxOccurs="unbounded">
            <xs:complexType><xs:sequence>
              <xs:element name="amount" type="xs:decimal"/>
              <xs:element name="quantity" type="t:Quantity"/>
            </xs:sequence></xs:complexType>
          </xs:element>
          <xs:element name="status" type="t:Status"/>
          <xs:choice><xs:element name="card" type="xs:string"/><xs:element name="iban" type="xs:string"/></xs:choice>
          <xs:element name="shipTo" type="t:Address"/>
          <xs:element name="billTo" type="b:Address"/>
          <xs:element name="scan" type="xs:base64Binary" minOccurs="0"/>
          <xs:any namespace="##other" processContents="lax" minOccurs="0"/>
        </xs:sequence>
        <xs:attribute name="id" type="xs:long"/>
      </xs:complexType>
      <xs:complexType name="Address"><xs:sequence><xs:element name="city" type="xs:string"/></xs:sequence></xs:complexType>
      <xs:complexType name="Price">
        <xs:simpleContent><xs:extension base="xs:decimal"><xs:attribute name="unit" type="xs:string"/></xs:extension></xs:simpleContent>
      </xs:complexType>
      <xs:simpleType name="Quantity"><xs:restriction base="xs:long"><xs:minInclusive value="1"/></xs:restriction></xs:simpleType>
      <xs:simpleType name="Status"><xs:restriction base="xs:string">
        <xs:enumeration value="open"/><xs:enumeration value="in/out"/>
      </xs:restriction></xs:simpleType>
      <xs:element name="Session" type="xs:string"/>
      <xs:element name="Price" type="t:Price"/>
      <xs:element name="GetOrder"><xs:complexType><xs:sequence><xs:element name="number" type="xs:long"/></xs:sequence></xs:complexType></xs:element>
      <xs:element name="GetOrderResponse"><xs:complexType><xs:sequence><xs:element name="order" type="t:Order"/></xs:sequence></xs:complexType></xs:element>
    </xs:schema>
  </wsdl:types>
  <wsdl:message name="In"><wsdl:part name="parameters" element="t:GetOrder"/></wsdl:message>
  <wsdl:message name="Out"><wsdl:part name="parameters" element="t:GetOrderResponse"/></wsdl:message>
  <wsdl:message name="Head"><wsdl:part name="session" element="t:Session"/></wsdl:message>
  <wsdl:message name="PriceIn"><wsdl:part name="price" element="t:Price"/></wsdl:message>
  <wsdl:portType name="Shop">
    <wsdl:operation name="GetOrder"><wsdl:input message="t:In"/><wsdl:output message="t:Out"/></wsdl:operation>
    <wsdl:operation name="SetPrice"><wsdl:input message="t:PriceIn"/><wsdl:output message="t:PriceIn"/></wsdl:operation>
  </wsdl:portType>
  <wsdl:binding name="Shop" type="t:Shop">
    <soap:binding transport="http://schemas.xmlsoap.org/soap/http" style="document"/>
    <wsdl:operation name="GetOrder"><soap:operation soapAction="urn:get"/>
      <wsdl:input><soap:header message="t:Head" part="session" use="literal"/><soap:body use="literal"/></wsdl:input>
      <wsdl:output><soap:body use="literal"/></wsdl:output>
    </wsdl:operation>
    <wsdl:operation name="SetPrice"><soap:operation soapAction="urn:set"/>
      <wsdl:input><soap:body use="literal"/></wsdl:input><wsdl:output><soap:body use="literal"/></wsdl:output>
    </wsdl:operation>
  </wsdl:binding>
  <wsdl:service name="Shop"><wsdl:port name="Shop" binding="t:Shop"><soap:address location="http://shop.example/"/></wsdl:port></wsdl:service>
</wsdl:definitions>
`;

function load(overlay: string) {
  const main = { location: 'shop.wsdl', name: 'shop.wsdl', bytes: new TextEncoder().encode(wsdl) };
  const none = () => ({ diagnostics: [] });
  return loadInput({
    source: { file: 'shop.wsdl', text: wsdl },
    read: none,
    wsdl: { main, read: none },
    overlay: { file: 'shop.overlay.yaml', text: `soapwright: 1\n${overlay}` },
  });
}

async function generatedText(overlay: string, path: string): Promise<string> {
  const { contract, diagnostics } = load(overlay);
  expect(diagnostics).toEqual([]);
  if (contract === undefined) throw new Error('no contract');
  const files = await emit(contract, { source: 'shop.wsdl', importExtension: 'js', parts: 1 });
  const text = files.find((file) => file.path === path)?.text;
  if (text === undefined) throw new Error(`no ${path}`);
  return text;
}

function components(...lines: readonly string[]): string {
  return `components:\n${lines.map((line) => `  ${line}\n`).join('')}`;
}

/** Code, place and message of each diagnostic. */
function problems(overlay: string): readonly string[] {
  return load(overlay).diagnostics.map(({ code, file, line, column, message }) =>
    [code, `${file}:${line}:${column}`, message].join(' '),
  );
}

describe('an overlay', () => {
  it('names types, elements, attributes, choices and operations in TypeScript', async () => {
    const overlay = components(
      'types/Order: { name: PurchaseOrder }',
      'Order/lines: { name: items }',
      'Order/lines/amount: { name: total }',
      'Order/@id: { name: identifier }',
      'Order/$choice: { name: payment }',
      'Order/$any: { name: extra }',
      'operations/GetOrder: { name: findOrder }',
    );
    const types = await generatedText(overlay, 'types.ts');
    expect(types).toMatch(/interface PurchaseOrder \{/);
    expect(types).toMatch(/items: .*PurchaseOrder_items/);
    expect(types).toMatch(/total: string/);
    expect(types).toMatch(/identifier\??: bigint/);
    expect(types).toMatch(/payment: PurchaseOrder_payment/);
    expect(types).toMatch(/extra\?:/);
    expect(await generatedText(overlay, 'client.ts')).toMatch(/findOrder\(/);
  });

  it('maps types everywhere by options, and one component by mapping', async () => {
    const types = await generatedText(
      `options: { long: string }\n${components('Order/lines/amount: { mapping: number }', 'Price/$text: { mapping: number }')}`.replace(
        'Price/$text',
        'types/Price/$text',
      ),
      'types.ts',
    );
    expect(types).toMatch(/amount: number/);
    expect(types).toMatch(/id\?: string/);
    expect(types).toMatch(/\$text: number/);
    expect(types).toMatch(/Quantity = string/);
  });

  it('maps a type that restricts a built-in one, for all elements that have it', async () => {
    const overlay = components('types/Quantity: { mapping: number }');
    expect(await generatedText(overlay, 'types.ts')).toMatch(/Quantity = number/);
    expect(await generatedText(overlay, 'codec.ts')).toMatch(/restriction[^(]*\('Quantity', soap\.longAsNumber/);
  });

  it('marks the field of an error, and groups operations', async () => {
    const overlay = components('Order/status: { error: true }', 'operations/GetOrder: { group: Orders }');
    const pages = await generatedText(overlay, 'pages.ts');
    expect(pages).toMatch(/name: 'status',[^}]* error: true/s);
    expect(pages).toMatch(/name: 'GetOrder',\s+group: 'Orders'/);
    expect(problems(components('operations/GetOrder: { error: true }'))).toHaveLength(1);
  });

  it('marks secrets and streams, and adds documentation', async () => {
    const types = await generatedText(
      `doc: The shop.\n${components(
        'Order/status: { sensitive: true, doc: Number of the card. }',
        'Order/scan: { stream: true, deprecated: use files }',
        'Status/in/out: { doc: On its way. }',
        'operations/GetOrder/input/number: { example: "4711" }',
      )}`,
      'types.ts',
    );
    expect(types).toMatch(/Number of the card\./);
    expect(types).toMatch(/@sensitive/);
    expect(types).toMatch(/scan\?: .*Blob/);
    expect(types).toMatch(/@deprecated use files/);
    expect(types).toMatch(/On its way\./);
  });

  it('chooses operations, and says what their methods return and which headers they need', () => {
    const overlay = `operations: [GetOrder]\n${components(
      'operations/GetOrder: { unwrap: false }',
      'operations/GetOrder/headers/Session: { required: true }',
    )}`;
    const { contract } = load(overlay);
    const [operation, ...others] = contract === undefined ? [] : resolveService(contract).operations;
    expect(others).toEqual([]);
    expect(operation?.result).toBeUndefined();
    expect(operation?.headers.input.map(({ required }) => required)).toEqual([true]);
    expect(resolveService(load('').contract as Contract).operations[0]?.result?.property).toBe('order');
  });

  it('names the client', async () => {
    expect(await generatedText('name: Store\n', 'client.ts')).toMatch(/class StoreClient /);
  });

  it('tells components of one name apart by prefixes', async () => {
    const types = await generatedText(
      `namespaces: { bill: "urn:billing" }\n${components(
        'bill:Address: { name: BillingAddress }',
        'types/bill:Address/city: { doc: Of the bill. }',
      )}`,
      'types.ts',
    );
    expect(types).toMatch(/interface BillingAddress/);
    expect(types).toMatch(/Of the bill\./);
  });
});

describe('a mistake in an overlay is reported with its place', () => {
  const inOverlay = 'shop.overlay.yaml';
  it.each([
    [
      'a field',
      'types/Order/lnies: { doc: x }',
      'there is no "lnies" in types/Order. Did you mean "types/Order/lines"?',
    ],
    ['a type', 'Ordr/lines: { doc: x }', 'there is no "Ordr" in the WSDL. Did you mean "Order/lines"?'],
    ['an attribute', 'Order/@ids: { doc: x }', 'Did you mean "Order/@id"?'],
    ['a value', 'Status/opn: { doc: x }', 'Did you mean "Status/open"?'],
    ['an operation', 'operations/GetOdrer: { doc: x }', 'Did you mean "operations/GetOrder"?'],
    ['a part of an operation', 'operations/GetOrder/input/nmber: { doc: x }', 'operations/GetOrder/input/number'],
  ])('SW1601: a path that names nothing: %s', (_, line, message) => {
    const found = problems(components(line));
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(`SW1601 ${inOverlay}:3:3`);
    expect(found[0]).toContain(message);
  });

  it('SW1601: an operation that is not there', () => {
    expect(problems('operations: [GetOrdr]\n')[0]).toMatch(
      /^SW1601 shop.overlay.yaml:2:14 .*Did you mean "GetOrder"\?$/,
    );
  });

  it('SW1602: a path that leads through a named type', () => {
    const overlay = components('Order/shipTo/city: { doc: x }');
    expect(problems(overlay)[0]).toMatch(/^SW1602 .* through Order\/shipTo, which has the named type Address/);
    expect(load(overlay).diagnostics[0]?.remedy).toContain('"Address/city"');
  });

  it('SW1603: a path that names several components', () => {
    expect(problems(components('Price: { name: A }'))).toEqual([
      `SW1603 ${inOverlay}:3:3 The path "Price" names several components: types/Price, elements/Price.`,
    ]);
    expect(problems(components('Address/city: { doc: x }'))[0]).toContain(
      'types/Address/city of urn:billing, types/Address/city of urn:shop',
    );
  });

  it('SW1604: an unknown prefix', () => {
    expect(problems(components('x:Address: { doc: x }'))[0]).toMatch(/^SW1604/);
  });

  it('SW1605: the same key of the same component twice', () => {
    expect(problems(components('types/Order: { name: A }', 'Order: { name: B }'))[0]).toMatch(
      /^SW1605 shop.overlay.yaml:4:3 .*"name" of "Order"/,
    );
  });

  it('states what callers send: clients take it, and the WSDL has it unless it has a policy', async () => {
    const { contract } = load('security: { usernameToken: digest }\n');
    expect(contract?.services[0]?.ports[0]?.security).toEqual([{ usernameToken: 'digest' }]);
    const files = await emit(contract as Contract, { source: 'shop.wsdl', importExtension: 'ts' });
    const text = (name: string): string => files.find(({ path }) => path === name)?.text ?? '';
    expect(text('client.ts')).toContain('readonly usernameToken: soapSecurity.TokenCredentials');
    expect(text('shop.wsdl')).toContain('<sp:HashPassword/>');
    const open = load('security: {}\n').contract as Contract;
    const others = await emit(open, { source: 'shop.wsdl', importExtension: 'ts' });
    expect(others.map((one) => one.text).join('')).not.toMatch(/Policy|credentials/);
    expect(problems('security: { usernameToken: hash }\n')[0]).toMatch(/^SW1\d+ shop.overlay.yaml:2:/);
  });

  it('states WS-Addressing, which clients send then', async () => {
    const { contract } = load('addressing: "1.0"\n');
    expect(contract?.addressing).toEqual({ version: '1.0', required: true });
    const files = await emit(contract as Contract, { source: 'shop.wsdl', importExtension: 'ts' });
    const text = (name: string): string => files.find(({ path }) => path === name)?.text ?? '';
    expect(text('client.ts')).toContain("soapAddressing.addressing({ version: '1.0' })");
    expect(text('server-operations.ts')).toContain("responseAction: 'urn:shop:Shop:");
  });

  it('SW1606: a response that has nothing to unwrap', () => {
    expect(problems(components('operations/SetPrice: { unwrap: true }'))[0]).toMatch(/^SW1606/);
  });

  it('SW1607: operations in soapwright.yaml too', () => {
    const main = { location: 'shop.wsdl', name: 'shop.wsdl', bytes: new TextEncoder().encode(wsdl) };
    const none = () => ({ diagnostics: [] });
    const source = { file: 'o.yaml', text: 'soapwright: 1\noperations: [GetOrder]\n' };
    const input = {
      source: { file: 'shop.wsdl', text: wsdl },
      read: none,
      wsdl: { main, read: none },
      overlay: source,
    };
    const { diagnostics } = loadInput(input, { choice: { operations: ['GetOrder'] } });
    expect(diagnostics.map(({ code }) => code)).toEqual(['SW1607']);
  });

  it.each([
    ['SW1341', 'Order/@id: { stream: true }'],
    ['SW1341', 'Status/open: { name: a }'],
    ['SW1311', 'Order/lines/quantity: { mapping: string }'],
    ['SW1311', 'Order/lines/amount: { mapping: exact }'],
    ['SW1311', 'types/Status: { mapping: number }'],
    ['SW1311', 'types/Order: { mapping: number }'],
    ['SW1310', 'Order/card: { stream: true }'],
    ['SW1369', 'Order/@id: { doc: x }, Order/lines/amount: { example: many }'],
    ['SW1201', 'Order/@id: { sensitve: true }'],
    ['SW1303', 'Order/@id: { name: a-b }'],
  ])('%s: a key that does not fit its component: %s', (code, line) => {
    const found = problems(`components: { ${line} }\n`);
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(new RegExp(`^${code} ${inOverlay}:2:`));
  });
});

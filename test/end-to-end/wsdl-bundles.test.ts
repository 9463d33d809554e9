import { afterAll, describe, expect, it } from 'vitest';
import { GeneratedFolder } from '../generate-here.ts';
import { type Bundle, bundle } from '../support/bundle.ts';
import { contractOfWsdl, wsdlText } from '../support/generator/wsdl-contract.ts';

const generated = new GeneratedFolder('wsdl-bundles');
afterAll(() => generated.remove());

const extending = (name: string, base: string, content: string): string =>
  `<xs:complexType name="${name}"><xs:complexContent><xs:extension base="t:${base}"><xs:sequence>${content}</xs:sequence></xs:extension></xs:complexContent></xs:complexType>`;
const wrapper = (name: string, content: string): string =>
  `<xs:element name="${name}"><xs:complexType><xs:sequence>${content}</xs:sequence></xs:complexType></xs:element>`;

/**
 * Operations that have nothing in common but their namespace, the base type of their types and a declared fault. Each
 * reads a hierarchy of two types, an enumeration and a date, and writes a type with a pattern.
 */
function manyOperations(count: number): string {
  const numbers = Array.from({ length: count }, (_, index) => index + 1);
  const each = (text: (at: number) => string): string => numbers.map(text).join('\n');
  const schema = each(
    (at) => `
    <xs:simpleType name="State${at}"><xs:restriction base="xs:string">
      <xs:enumeration value="on${at}"/><xs:enumeration value="off${at}"/></xs:restriction></xs:simpleType>
    <xs:simpleType name="Code${at}"><xs:restriction base="xs:string"><xs:pattern value="[a-z]{${at}}"/></xs:restriction></xs:simpleType>
    ${extending(`Animal${at}`, 'Thing', `<xs:element name="state${at}" type="t:State${at}"/>`)}
    ${extending(`Dog${at}`, `Animal${at}`, `<xs:element name="born${at}" type="xs:dateTime" maxOccurs="unbounded"/>`)}
    ${wrapper(`Ask${at}`, `<xs:element name="code${at}" type="t:Code${at}"/>`)}
    ${wrapper(`Ask${at}Response`, `<xs:element name="animal${at}" type="t:Animal${at}"/>`)}`,
  );
  const common = `<xs:complexType name="Thing"><xs:sequence/></xs:complexType>${wrapper('Failed', '')}`;
  const message = (name: string): string =>
    `<wsdl:message name="${name}"><wsdl:part name="body" element="t:${name}"/></wsdl:message>`;
  return wsdlText({
    schema: common + schema,
    messages: message('Failed') + each((at) => message(`Ask${at}`) + message(`Ask${at}Response`)),
    operations: each(
      (at) =>
        `<wsdl:operation name="Ask${at}"><wsdl:input message="t:Ask${at}"/><wsdl:output message="t:Ask${at}Response"/><wsdl:fault name="Failed" message="t:Failed"/></wsdl:operation>`,
    ),
    bound: each(
      (at) =>
        `<wsdl:operation name="Ask${at}"><soap:operation soapAction=""/><wsdl:input><soap:body use="literal"/></wsdl:input><wsdl:output><soap:body use="literal"/></wsdl:output><wsdl:fault name="Failed"><soap:fault name="Failed" use="literal"/></wsdl:fault></wsdl:operation>`,
    ),
  });
}

/** The client's bundle of the first operations of a WSDL with `count` operations. */
async function clientOf(operations: number, count: number): Promise<Bundle> {
  const { folder } = await generated.write(contractOfWsdl(manyOperations(count)));
  const names = Array.from({ length: operations }, (_, index) => `Ask${index + 1}`);
  return await bundle(`export { ${names} } from '${folder}/client-operations.ts';`, 'browser');
}

const codecs = ({ code }: Bundle): readonly string[] =>
  [...code.matchAll(/function ((?:read|write)(?:Ask|Animal|Dog|Thing|Failed)\w*)\(/g)].map(([, name = '']) => name);

describe('a bundle of one operation of a WSDL', () => {
  it('holds the codecs of that operation, with the types that extend its own, and no other', async () => {
    const one = await clientOf(1, 3);
    expect(new Set(codecs(one).map((name) => name.replace(/Itself$/, '')))).toEqual(
      new Set(['readAnimal1', 'readAsk1Response', 'readDog1', 'readFailed', 'writeAsk1']),
    );
    expect(one.code).toMatch(/on1/);
    expect(one.code).not.toMatch(/(?:Ask|Animal|Dog|state|code|born|on|off)[23]\b/);
  });

  it('is as large when the WSDL has many other operations', async () => {
    const [few, many] = [await clientOf(1, 2), await clientOf(1, 40)];
    expect(codecs(many)).toEqual(codecs(few));
    expect(many.minified).toBe(few.minified);
  });

  it('grows by the codecs of each operation that is added', async () => {
    const [one, two, three] = [await clientOf(1, 9), await clientOf(2, 9), await clientOf(3, 9)];
    expect(codecs(two).length - codecs(one).length).toBe(codecs(three).length - codecs(two).length);
    expect(three.minified - two.minified).toBeLessThan((two.minified - one.minified) * 1.05);
  });
});

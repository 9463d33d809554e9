import { describe, expect, it } from 'vitest';
import { loadFilesInMemory, sequence, typeNamed, wsdlWithSchema } from '../../../test/support/generator/wsdl-files.ts';
import { loadContract } from '../yaml/index.ts';

function found(types: string): readonly string[] {
  const text = `soapwright: 1
service: S
namespace: urn:s/
address: http://localhost/s
operations: { Do: { request: { x: Colour }, result: { type: string, as: r } } }
types:
  Colour: ${types}
`;
  const { diagnostics } = loadContract({ file: 'contract.yaml', text });
  return diagnostics.map(({ code, line, column, message }) => `${code} ${line}:${column} ${message}`);
}

describe('an enumeration of QNames', () => {
  it('SW1385: has names with their namespaces in a contract', () => {
    expect(found('{ base: QName, enum: ["{urn:c}red", "{urn:s/}blue"] }')).toEqual([]);
    expect(found('{ base: QName, enum: ["{urn:c}red", blue] }')).toEqual([
      'SW1385 7:47 "blue" of the type "Colour" is a name without a namespace.',
    ]);
    expect(found('{ base: { base: QName }, enum: ["a:red", c] }').map((line) => line.slice(0, 6))).toEqual([
      'SW1385',
      'SW1385',
    ]);
    expect(found('{ base: QName, enum: ["{}red"] }').map((line) => line.slice(0, 6))).toEqual(['SW1325']);
    expect(found('{ base: { base: QName, enum: ["{urn:c}red"] }, enum: ["{urn:d}red"] }')[0]).toMatch(/^SW1325 /);
  });

  it('has those of its file in a WSDL: prefixes count, and the default namespace', () => {
    const load = (values: string, more = '') => {
      const code = `<xs:simpleType name="Code" ${more}><xs:restriction base="xs:QName">${values}</xs:restriction></xs:simpleType>`;
      return loadFilesInMemory({
        'main.wsdl': wsdlWithSchema(code + sequence('Type', '<xs:element name="a" type="t:Code"/>')),
      });
    };
    const valuesOf = ({ contract }: ReturnType<typeof load>): unknown => {
      const type = contract && typeNamed(contract, 'Code');
      if (type?.kind !== 'simple' || type.variety.kind !== 'restriction') return undefined;
      return type.variety.facets.enumeration?.map(({ value }) => value);
    };
    const named = load('<xs:enumeration value="t:a"/><xs:enumeration value="b"/>', 'xmlns="urn:default"');
    expect(named.lines).toEqual([]);
    expect(valuesOf(named)).toEqual([expect.stringMatching(/^\{urn:.*\}a$/), '{urn:default}b']);
    const plain = load('<xs:enumeration value="b"/>', 'xmlns=""');
    expect(plain.lines).toEqual([expect.stringMatching(/^SW6356 main\.wsdl:\d+:\d+ .*"b" of the type "Code"/)]);
    expect(valuesOf(plain)).toEqual(['b']);
  });
});

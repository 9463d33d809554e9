import { expect, it } from 'vitest';
import { loadFilesInMemory, wsdlWithSchema } from '../../../test/support/generator/wsdl-files.ts';
import { loadContract } from '../yaml/index.ts';

/** Records in each other. */
const chain = (count: number, next = (name: string): string => name): string =>
  Array.from({ length: count }, (_, index) =>
    index === count - 1 ? `  R${index}: { N: int }` : `  R${index}: { Next: ${next(`R${index + 1}`)} }`,
  ).join('\n');

function found(records: string, result = 'R0'): readonly string[] {
  const text = `soapwright: 1
service: S
namespace: urn:s/
address: http://localhost/s
operations: { Do: { request: {}, result: ${result} } }
records:
${records}
`;
  const { diagnostics } = loadContract({ file: 'contract.yaml', text });
  return diagnostics.map(({ code, severity, message, line = 0 }) => `${line > 0} ${severity} ${code} ${message}`);
}

const deep = (levels: number): readonly string[] => [
  `true warning SW1383 The message "DoSoapOut" has at least ${levels} levels of elements, more than the 64 that programs read.`,
];

it('SW1383: reports a message that is deeper than programs read, and none that can be shorter', () => {
  // The envelope, the body, the response and the first field are around the records.
  expect(found(chain(60))).toEqual([]);
  expect(found(chain(61))).toEqual(deep(65));
  expect(found(chain(200))).toEqual(deep(204));
  for (const shorter of [
    (name: string) => `${name}?`,
    (name: string) => `"${name}[]"`,
    (name: string) => `{ type: ${name}, nillable: true }`,
  ]) {
    expect(found(chain(200, shorter))).toEqual([]);
  }
  expect(found(`${chain(80)}\n  E: { $choice what: { deep: R0, flat: int } }`, 'E')).toEqual([]);
  const derived = '  B: { $abstract: true }\n  Flat: { $extends: B }\n  Deep: { $extends: B, First: R0 }';
  expect(found(`${chain(80)}\n${derived}`, 'B')).toEqual([]);
  expect(found(`${chain(80)}\n${derived.replace('Flat: { $extends: B }', 'Flat: { $extends: Deep }')}`, 'B')).toEqual(
    deep(85),
  );
});

it('ends at elements of a WSDL that hold themselves', () => {
  const inside = (content: string): string =>
    `<xs:element name="Expression"><xs:complexType>${content}</xs:complexType></xs:element>`;
  const itself = '<xs:element ref="t:Expression"/>';
  for (const content of [
    `<xs:choice>${itself}<xs:element name="end" type="xs:int"/></xs:choice>`,
    `<xs:sequence>${itself}</xs:sequence>`,
  ]) {
    const { lines } = loadFilesInMemory({ 'main.wsdl': wsdlWithSchema(inside(content)) });
    expect(lines.join()).not.toContain('SW1383');
  }
});

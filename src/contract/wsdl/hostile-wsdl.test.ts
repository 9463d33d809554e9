import { describe, expect, it } from 'vitest';
import {
  type Files,
  fieldsOf,
  type LoadedFiles,
  loadFilesInMemory,
  schema,
  sequence,
  wsdlWith,
  wsdlWithSchema,
} from '../../../test/support/generator/wsdl-files.ts';

const root = '<xs:element name="Root" type="own:Type"/>';
const type = sequence('Type', '<xs:element name="a" type="xs:int"/>');

/** Loads files that are broken: an error with a place each, soon. */
function diagnosed(files: Files, limit = 2000): LoadedFiles {
  const started = process.cpuUsage();
  const loaded = loadFilesInMemory(files);
  expect(cpuTime(started)).toBeLessThan(limit);
  expect(loaded.contract).toBeUndefined();
  const errors = loaded.diagnostics.filter(({ severity }) => severity === 'error');
  expect(errors.length).toBeGreaterThan(0);
  for (const { file, line, column } of errors) expect([file, line, column]).not.toContain(undefined);
  return loaded;
}

function withSchema(content: string, limit?: number): LoadedFiles {
  return diagnosed({ 'main.wsdl': wsdlWithSchema(content) }, limit);
}

/** Milliseconds that the processors have worked for this process since then, however many others there are. */
function cpuTime(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1000;
}

/** Milliseconds of loading, at best of two. */
function timeOf(files: Files): number {
  const times = [1, 2].map(() => {
    const started = process.cpuUsage();
    loadFilesInMemory(files);
    return cpuTime(started);
  });
  return Math.min(...times);
}

/** Twice as much takes about twice as long: never much more than four times, as quadratic work would. */
function expectLinear(filesOf: (count: number) => Files, count: number): void {
  const [half, whole] = [timeOf(filesOf(count / 4)), timeOf(filesOf(count))];
  expect(whole / Math.max(half, 5), `${half} ms and ${whole} ms`).toBeLessThan(12);
}

describe('XML that is not well-formed', () => {
  const good = wsdlWithSchema(type);
  it.each([
    ['an open element', good.replace('</wsdl:types>', '')],
    ['a wrong end tag', good.replace('</wsdl:types>', '</wsdl:type>')],
    ['two roots', `${good}<a/>`],
    ['text behind the root', `${good}text`],
    ['an attribute twice', good.replace('<wsdl:types', '<wsdl:types a="1" a="2"')],
    ['a prefix that nothing declares', good.replace('<wsdl:types', '<wsdl:types x:a="1"')],
    ['an unknown entity', good.replace('urn:do', '&x;')],
    ['a control character', good.replace('urn:do', '\u0001')],
    ['a reference to a control character', good.replace('urn:do', '&#1;')],
    ['a bare ampersand', good.replace('urn:do', 'a&b')],
    ['a < in an attribute', good.replace('urn:do', '<')],
    ['a comment that does not end', `${good}<!-- `],
    ['a -- in a comment', `<!-- a--b -->${good}`],
    ['a second XML declaration', good.replace('<wsdl:types', '<?xml version="1.0"?><wsdl:types')],
    ['XML 1.1', `<?xml version="1.1"?>${good}`],
    ['an empty file', ''],
    ['no XML', 'PK\u0003\u0004'],
    ['half of a file', good.slice(0, good.length / 2)],
  ])('%s is an error with its place', (_, text) => {
    diagnosed({ 'main.wsdl': text });
    diagnosed({
      'main.wsdl': wsdlWith(schema(`<xs:include schemaLocation="a.xsd"/>${root}${type}`, 'urn:test')),
      'a.xsd': text,
    });
  });
});

describe('circles', () => {
  const extension = (name: string, base: string): string =>
    `<xs:complexType name="${name}"><xs:complexContent><xs:extension base="t:${base}"/></xs:complexContent></xs:complexType>`;
  const restriction = (name: string, base: string): string =>
    `<xs:simpleType name="${name}"><xs:restriction base="t:${base}"/></xs:simpleType>`;
  const text = (name: string, base: string): string =>
    `<xs:complexType name="${name}"><xs:simpleContent><xs:extension base="t:${base}"/></xs:simpleContent></xs:complexType>`;

  it.each([
    ['a type that extends itself', extension('Type', 'Type')],
    ['types that extend each other', extension('Type', 'B') + extension('B', 'Type')],
    [
      'simple types that restrict each other',
      `${restriction('A', 'B')}${restriction('B', 'A')}${sequence('Type', '<xs:element name="a" type="t:A"/>')}`,
    ],
    [
      'a list of itself',
      `<xs:simpleType name="A"><xs:list itemType="t:A"/></xs:simpleType>${sequence('Type', '<xs:element name="a" type="t:A"/>')}`,
    ],
    [
      'a union with itself',
      `<xs:simpleType name="A"><xs:union memberTypes="xs:int t:A"/></xs:simpleType>${sequence('Type', '<xs:element name="a" type="t:A"/>')}`,
    ],
    ['simple content that extends each other', text('Type', 'B') + text('B', 'Type')],
    [
      'a group in itself',
      `<xs:group name="G"><xs:sequence><xs:group ref="t:G"/></xs:sequence></xs:group>${sequence('Type', '<xs:group ref="t:G"/>')}`,
    ],
    [
      'groups in each other',
      `<xs:group name="G"><xs:choice><xs:group ref="t:H"/></xs:choice></xs:group><xs:group name="H"><xs:sequence><xs:group ref="t:G"/></xs:sequence></xs:group>${sequence('Type', '<xs:group ref="t:G"/>')}`,
    ],
    [
      'attribute groups in each other',
      `<xs:attributeGroup name="G"><xs:attributeGroup ref="t:H"/></xs:attributeGroup><xs:attributeGroup name="H"><xs:attributeGroup ref="t:G"/></xs:attributeGroup><xs:complexType name="Type"><xs:attributeGroup ref="t:G"/></xs:complexType>`,
    ],
    [
      'elements that substitute each other',
      `<xs:element name="A" substitutionGroup="t:B"/><xs:element name="B" substitutionGroup="t:A"/>${sequence('Type', '<xs:element ref="t:A"/>')}`,
    ],
  ])('%s', (_, content) => {
    withSchema(content);
  });
});

describe('limits', () => {
  it('SW6010: depth', () => {
    const deep = (levels: number): string => {
      const open = '<xs:sequence><xs:element name="a"><xs:complexType>'.repeat(levels);
      return `<xs:complexType name="Type">${open}${'</xs:complexType></xs:element></xs:sequence>'.repeat(levels)}</xs:complexType>`;
    };
    expect(withSchema(deep(100)).lines).toEqual([expect.stringMatching(/^SW6010 .*maxDepth \(256\)/)]);
    expect(loadFilesInMemory({ 'main.wsdl': wsdlWithSchema(deep(66)) }).contract).toBeDefined();
  });

  it('SW6010: bytes of a file', () => {
    const bytes = new Uint8Array(64 * 1024 * 1024 + 1).fill(0x20);
    bytes.set(new TextEncoder().encode('<a>'));
    expect(diagnosed({ 'main.wsdl': bytes }).lines).toEqual([
      expect.stringMatching(/^SW6010 main\.wsdl:1:1 .*maxFileBytes/),
    ]);
  });

  it.each([
    ['attributes', `<a ${Array.from({ length: 2000 }, (_, index) => `a${index}=""`).join(' ')}/>`, 'maxAttributes'],
    [
      'namespace declarations',
      `<a ${Array.from({ length: 2000 }, (_, index) => `xmlns:a${index}="u"`).join(' ')}/>`,
      'maxAttributes',
    ],
    ['bytes of a name', `<${'a'.repeat(100_000)}/>`, 'maxNameBytes'],
    ['bytes of a value', `<a b="${'a'.repeat(2_000_000)}"/>`, 'maxAttributeValueBytes'],
  ])('SW6010: %s', (_, text, limit) => {
    expect(diagnosed({ 'main.wsdl': text }).lines).toEqual([expect.stringMatching(new RegExp(`^SW6010 .*${limit} `))]);
  });

  it('SW1375: 5,000 types in a chain', () => {
    const types = Array.from(
      { length: 5_000 },
      (_, index) =>
        `<xs:complexType name="T${index}"><xs:complexContent><xs:extension base="t:T${index + 1}"/></xs:complexContent></xs:complexType>`,
    );
    const last = '<xs:complexType name="T5000"/>';
    expect(
      withSchema(`${types.join('')}${last}${sequence('Type', '<xs:element name="a" type="t:T0"/>')}`, 10_000).codes,
    ).toContain('SW1375');
  });

  it('SW1375: 5,000 types of text in a chain', () => {
    const types = Array.from(
      { length: 5_000 },
      (_, index) =>
        `<xs:complexType name="T${index}"><xs:simpleContent><xs:extension base="t:T${index + 1}"/></xs:simpleContent></xs:complexType>`,
    );
    const last =
      '<xs:complexType name="T5000"><xs:simpleContent><xs:extension base="xs:int"/></xs:simpleContent></xs:complexType>';
    expect(
      withSchema(`${types.join('')}${last}${sequence('Type', '<xs:element name="a" type="t:T0"/>')}`, 10_000).codes,
    ).toContain('SW1375');
  });

  it.each([
    [
      'simple types',
      (name: string, next: string) =>
        `<xs:simpleType name="${name}"><xs:restriction base="t:${next}"/></xs:simpleType>`,
      '<xs:simpleType name="T5000"><xs:restriction base="xs:int"/></xs:simpleType>',
    ],
    [
      'groups',
      (name: string, next: string) =>
        `<xs:group name="${name}"><xs:sequence><xs:group ref="t:${next}"/></xs:sequence></xs:group>`,
      '<xs:group name="T5000"><xs:sequence/></xs:group>',
    ],
  ])('SW1375: 5,000 %s in a chain', (kind, declare, last) => {
    const all = Array.from({ length: 5_000 }, (_, index) => declare(`T${index}`, `T${index + 1}`)).join('');
    const use = kind === 'groups' ? '<xs:group ref="t:T0"/>' : '<xs:element name="a" type="t:T0"/>';
    expect(withSchema(`${all}${last}${sequence('Type', use)}`, 10_000).codes).toContain('SW1375');
  });

  it('5,000 elements that substitute one another', () => {
    const all = Array.from(
      { length: 5_000 },
      (_, index) => `<xs:element name="E${index}" substitutionGroup="t:E${index + 1}"/>`,
    );
    withSchema(
      `${all.join('')}<xs:element name="E5000" type="xs:int"/>${sequence('Type', '<xs:element ref="t:E5000"/>')}`,
    );
  });
});

describe('large input', () => {
  it('a chain of 10,000 includes', () => {
    const files: Record<string, string> = {
      'main.wsdl': wsdlWith(schema(`<xs:include schemaLocation="x0.xsd"/>${root}`, 'urn:test')),
    };
    for (let index = 0; index < 10_000; index++) {
      files[`x${index}.xsd`] = schema(
        index === 9999 ? type : `<xs:include schemaLocation="x${index + 1}.xsd"/>`,
        'urn:test',
      );
    }
    expect(loadFilesInMemory(files).contract).toBeDefined();
  });

  it('SW6010: more files than the limit', () => {
    const { lines } = diagnosedSlowly();
    expect(lines.filter((line) => line.startsWith('SW6010'))).toEqual([expect.stringMatching(/maxFiles \(20000\)/)]);
  });

  it('4,000 types derived from one', () => {
    expectLinear(
      (count) => ({
        'main.wsdl': wsdlWithSchema(
          type +
            Array.from(
              { length: count },
              (_, index) =>
                `<xs:complexType name="T${index}"><xs:complexContent><xs:extension base="t:Type"/></xs:complexContent></xs:complexType>`,
            ).join(''),
        ),
      }),
      4_000,
    );
  });

  it('a type with 10,000 elements, and 10,000 global elements', () => {
    expectLinear(
      (count) => ({
        'main.wsdl': wsdlWithSchema(
          sequence(
            'Type',
            Array.from({ length: count }, (_, index) => `<xs:element name="a${index}" type="xs:int"/>`).join(''),
          ) + Array.from({ length: count }, (_, index) => `<xs:element name="b${index}" type="t:Type"/>`).join(''),
        ),
      }),
      10_000,
    );
  });

  it('many namespaces', () => {
    expectLinear(
      (count) => ({
        'main.wsdl': wsdlWith(
          schema(root + type, 'urn:test') +
            Array.from({ length: count }, (_, index) =>
              schema(sequence('X', '<xs:element name="x"/>'), `urn:n${index}`),
            ).join(''),
        ),
      }),
      2_000,
    );
  });

  it('200,000 lines of documentation', () => {
    const doc = `<xs:annotation><xs:documentation>${'\n'.repeat(200_000)}a\n${' b\n'.repeat(200_000)}</xs:documentation></xs:annotation>`;
    const { contract } = loadFilesInMemory({
      'main.wsdl': wsdlWithSchema(type.replace('<xs:sequence>', `${doc}<xs:sequence>`)),
    });
    expect(JSON.stringify(contract)).toContain('"doc":"a\\nb');
  });
});

function diagnosedSlowly(): LoadedFiles {
  const files: Record<string, string> = {
    'main.wsdl': wsdlWith(schema(`<xs:include schemaLocation="x0.xsd"/>${root}${type}`, 'urn:test')),
  };
  for (let index = 0; index < 20_010; index++)
    files[`x${index}.xsd`] = schema(`<xs:include schemaLocation="x${index + 1}.xsd"/>`, 'urn:test');
  return loadFilesInMemory(files);
}

describe('names of JavaScript', () => {
  it('are names like any others', () => {
    const names = [
      '__proto__',
      'constructor',
      'then',
      'toString',
      'hasOwnProperty',
      'prototype',
      'default',
      'class',
      'await',
    ];
    const declared = names.map((name) => sequence(name, `<xs:element name="${name}" type="xs:int"/>`)).join('');
    const uses = names.map((name) => `<xs:element name="${name}" type="t:${name}" minOccurs="0"/>`).join('');
    const { contract, lines } = loadFilesInMemory({
      'main.wsdl': wsdlWithSchema(`${declared}${sequence('Type', uses)}`, '').replaceAll(
        'name="Do"',
        'name="constructor"',
      ),
    });
    expect(lines).toEqual([]);
    expect(fieldsOf(contract, 'Type')).toEqual(names);
    expect(fieldsOf(contract, '__proto__')).toEqual(['__proto__']);
  });

  it('are not types, extensions or versions of SOAP', () => {
    const { codes } = loadFilesInMemory({
      'main.wsdl': wsdlWithSchema(sequence('Type', '<xs:element name="a" type="xs:constructor"/>')),
    });
    expect(codes).toEqual(['SW6102']);
    const text = wsdlWithSchema(type).replace(
      'xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/"',
      'xmlns:soap="constructor"',
    );
    expect(loadFilesInMemory({ 'main.wsdl': text }).codes).toContain('SW6201');
  });
});

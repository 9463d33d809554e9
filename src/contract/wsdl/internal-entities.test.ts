import { describe, expect, it } from 'vitest';
import { cpuMilliseconds } from '../../../test/support/cpu-time.ts';
import {
  loadFilesInMemory,
  schema,
  sequence,
  typeNamed,
  wsdlWith,
} from '../../../test/support/generator/wsdl-files.ts';

const types = schema(
  `<xs:element name="Root" type="own:Type"/>${sequence('Type', '<xs:element name="a" type="xs:int" maxOccurs="Unbounded"/>')}`,
  'urn:test',
);

function expand(doctype: string, text: string) {
  return loadFilesInMemory({ 'main.wsdl': `${doctype}\n${text}` }, { internalEntities: true });
}

const withEntities = (declarations: string, text = wsdlWith(types.replaceAll('urn:test', '&ns;'))) =>
  expand(`<!DOCTYPE x [${declarations}]>`, text);

describe('a document type declaration', () => {
  it.each([
    ['with an entity', '<!DOCTYPE a [<!ENTITY b "c">]>'],
    ['with an external entity', '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]>'],
    ['with an external subset', '<!DOCTYPE a SYSTEM "http://localhost/a.dtd">'],
    ['with a parameter entity', '<!DOCTYPE a [<!ENTITY % b "c"> %b;]>'],
    ['with nothing', '<!DOCTYPE a>'],
  ])('SW6003: %s is refused at its first character', (_, doctype) => {
    const { lines, contract } = loadFilesInMemory({ 'main.wsdl': `\n${doctype}\n${wsdlWith(types)}` });
    expect(lines).toEqual([expect.stringMatching(/^SW6003 main\.wsdl:2:1 /)]);
    expect(contract).toBeUndefined();
  });

  it('SW6342: the schema of the catalogue replaces a file with a document type declaration', () => {
    const ds = 'http://www.w3.org/2000/09/xmldsig#';
    const main = schema(
      `<xs:import namespace="${ds}" schemaLocation="xmldsig.xsd"/><xs:element name="Root" type="own:Type"/>
      ${sequence('Type', `<xs:element ref="d:Signature" xmlns:d="${ds}"/>`)}`,
      'urn:test',
    );
    const { lines, contract } = loadFilesInMemory({
      'main.wsdl': wsdlWith(main),
      'xmldsig.xsd': `<?xml version="1.0"?>\n<!DOCTYPE schema [<!ENTITY % p ''>]>\n${schema('', ds)}`,
    });
    expect(lines).toEqual([expect.stringMatching(/^SW6342 xmldsig\.xsd:2:1 .*xmldsig#/)]);
    expect(typeNamed(contract, 'SignatureType')).toBeDefined();
  });
});

describe('--internal-entities', () => {
  it('expands entities in attributes and content, also those in others, and places stay right', () => {
    const { lines, contract } = withEntities(
      `<!-- a comment --><!ENTITY test "test"><!ENTITY ns 'urn:&test;'><!ATTLIST schema xmlns:x CDATA #FIXED "y"><!ENTITY % p ''><?pi ?>`,
    );
    expect(contract?.schemas[0]?.targetNamespace).toBe('urn:test');
    const text = wsdlWith(types.replaceAll('urn:test', '&ns;')).split('\n');
    const line = text.findIndex((one) => one.includes('Unbounded'));
    const column = (text[line] ?? '').indexOf('Unbounded') + 1;
    expect(lines).toEqual([`SW6312 main.wsdl:${line + 2}:${column} "Unbounded" is read as "unbounded".`]);
  });

  it('keeps places right behind a declaration of several lines and letters of several bytes', () => {
    const text = `<!-- Größe 名前 -->${wsdlWith(types.replaceAll('urn:test', '&ns;'))}`;
    const { lines } = expand('<!DOCTYPE x [\n<!ENTITY ns "urn:test">\n]>', text);
    const all = text.split('\n');
    const line = all.findIndex((one) => one.includes('Unbounded'));
    expect(lines[0]).toMatch(`SW6312 main.wsdl:${line + 4}:${(all[line] ?? '').indexOf('Unbounded') + 1} `);
  });

  it('changes nothing in comments, CDATA sections and predefined entities', () => {
    const documented = wsdlWith(types).replace(
      '<wsdl:types>',
      '<wsdl:documentation>&lt;&ns;<![CDATA[&ns;]]><!-- &ns; --></wsdl:documentation><wsdl:types>',
    );
    const { contract } = withEntities('<!ENTITY ns "it\'s">', documented);
    expect(contract?.doc).toBe("<it's&ns;");
  });

  it.each([
    ['an external entity', '<!ENTITY ns SYSTEM "file:///etc/passwd">'],
    ['a public entity', '<!ENTITY ns PUBLIC "a" "http://localhost/b">'],
    ['a reference to a parameter entity', '<!ENTITY % p "x"> %p; <!ENTITY ns "urn:test">'],
    ['a parameter entity from outside', '<!ENTITY % p SYSTEM "http://localhost/p"><!ENTITY ns "urn:test">'],
    ['an entity with markup', '<!ENTITY ns "<a/>">'],
    ['an entity with a hidden reference', '<!ENTITY ns "&#38;x;">'],
    ['an entity that is not declared', '<!ENTITY other "urn:test">'],
    ['an entity that contains itself', '<!ENTITY ns "&a;"><!ENTITY a "&ns;">'],
    ['a declaration that does not end', '<!ENTITY ns "urn:test"'],
  ])('SW6011: %s is refused', (_, declarations) => {
    const { lines, contract } = withEntities(declarations);
    expect(lines).toEqual([expect.stringMatching(/^SW6011 main\.wsdl:\d+:\d+ /)]);
    expect(contract).toBeUndefined();
  });

  it('SW6010: a bomb of entities in entities reaches a limit at once', () => {
    const names = Array.from({ length: 12 }, (_, index) => `e${index}`);
    const bomb = names.map((name, index) => `<!ENTITY ${name} "${index === 0 ? 'ha' : `&e${index - 1};`.repeat(10)}">`);
    const time = cpuMilliseconds(() => {
      const { lines } = withEntities(`${bomb.join('')}<!ENTITY ns "&e11;">`);
      expect(lines).toEqual([expect.stringMatching(/^SW6010 .*maxEntityText \(1048576\)/)]);
    });
    expect(time).toBeLessThan(2_000);
  });

  it('SW6010: a long entity that is used often reaches a limit', () => {
    const text = wsdlWith(types).replace(
      '<wsdl:types>',
      `<wsdl:documentation>${'&ns;'.repeat(1000)}</wsdl:documentation><wsdl:types>`,
    );
    expect(withEntities(`<!ENTITY ns "${'x'.repeat(20_000)}">`, text).lines).toEqual([
      expect.stringMatching(/^SW6010 .*maxEntityText/),
    ]);
  });

  it('SW6010: entities nested too deeply reach a limit', () => {
    const nested = Array.from({ length: 20 }, (_, index) => `<!ENTITY e${index} "&e${index + 1};">`).join('');
    expect(withEntities(`${nested}<!ENTITY e20 "x"><!ENTITY ns "&e0;">`).lines).toEqual([
      expect.stringMatching(/^SW6010 .*maxEntityDepth \(16\)/),
    ]);
  });

  it('SW6010: a very long declaration reaches a limit', () => {
    const many = Array.from({ length: 10_000 }, (_, index) => `<!ENTITY n${index} "x">`).join('');
    expect(withEntities(`${many}<!ENTITY ns "urn:test">`).lines).toEqual([
      expect.stringMatching(/^SW6010 .*maxDoctypeText \(65536\)/),
    ]);
  });
});

import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { wellKnownFolder } from '../well-known-folder.ts';
import { catalogued } from './catalogue.ts';
import { catalogueEntries, findCatalogueEntry } from './entries.ts';

const text = (file: string): string => readFileSync(new URL(file, wellKnownFolder), 'utf8');
const hasXmllint = spawnSync('xmllint', ['--version']).status === 0;

describe('the catalogue of well-known schemas', () => {
  it('finds a document by its namespace when the import has no location', () => {
    const found = catalogued({ namespace: 'http://schemas.xmlsoap.org/soap/encoding/' });
    expect(found?.location).toBe('http://schemas.xmlsoap.org/soap/encoding/');
    expect(new TextDecoder().decode(found?.bytes)).toContain('name="arrayType"');
  });

  it('finds a document by its published address, also with https and a last slash', () => {
    for (const location of ['http://www.w3.org/2001/xml.xsd', 'https://www.w3.org/2001/xml.xsd']) {
      expect(findCatalogueEntry({ location })?.file).toBe('xml.xsd');
    }
    expect(findCatalogueEntry({ location: 'http://schemas.xmlsoap.org/soap/encoding' })?.file).toBe(
      'soap-encoding.xsd',
    );
  });

  it('finds a document by its namespace when the address is a copy on some server', () => {
    const namespace = 'http://schemas.microsoft.com/2003/10/Serialization/';
    expect(findCatalogueEntry({ namespace, location: 'http://example.com/a.svc?xsd=xsd2' })?.file).toBe(
      'ms-serialization.xsd',
    );
  });

  it('leaves relative locations to the files of the user', () => {
    expect(
      findCatalogueEntry({ namespace: 'http://www.w3.org/2005/08/addressing', location: 'ws-addr.xsd' }),
    ).toBeUndefined();
  });

  it('does not know other namespaces', () => {
    expect(catalogued({ namespace: 'urn:other', location: 'http://example.com/other.xsd' })).toBeUndefined();
  });

  it('has one entry for each file, with the target namespace of the file', () => {
    const files = readdirSync(fileURLToPath(wellKnownFolder)).filter((file) => /\.(xsd|wsdl)$/.test(file));
    expect(catalogueEntries.map(({ file }) => file).sort()).toEqual(files.sort());
    for (const { file, namespace } of catalogueEntries) expect(text(file)).toContain(`targetNamespace="${namespace}"`);
  });

  it('resolves every import of its own documents', () => {
    for (const { file } of catalogueEntries) {
      for (const [, location] of text(file).matchAll(/(?:schemaLocation|location)="([^"]*)"/g)) {
        expect(findCatalogueEntry({ location }), `${file} imports ${location}`).toBeDefined();
      }
    }
  });

  it('has a row with source and licence for each namespace in the reference', () => {
    const page = readFileSync(new URL('../../../../docs/reference/catalogue.md', import.meta.url), 'utf8');
    for (const { namespace, file } of catalogueEntries) {
      expect(page).toContain(`| ${namespace} | \`${file}\``);
    }
  });

  it('names the W3C licence in every file that is taken from the W3C', () => {
    for (const { file } of catalogueEntries.filter((entry) => text(entry.file).includes('Taken from'))) {
      expect(text(file)).toContain('whose text is in W3C-LICENSE.txt');
    }
  });
});

describe.skipIf(!hasXmllint)('each catalogued schema', () => {
  let folder: string;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'soapwright-catalogue-'));
    const uris = catalogueEntries.flatMap(({ locations, file }) =>
      locations.map((location) => `<system systemId="${location}" uri="${new URL(file, wellKnownFolder)}"/>`),
    );
    writeFileSync(
      join(folder, 'catalog.xml'),
      `<catalog xmlns="urn:oasis:names:tc:entity:xmlns:xml:catalog">${uris.join('')}</catalog>`,
    );
    writeFileSync(join(folder, 'instance.xml'), '<instance/>');
  });

  afterAll(() => rmSync(folder, { recursive: true }));

  // libxml2 refuses the schema of the namespace of XML Schema, which it has built in.
  const schemas = catalogueEntries.filter(({ file }) => file.endsWith('.xsd') && file !== 'xml-schema.xsd');

  it.each(schemas.map(({ file }) => file))('%s is valid for libxml2', (file) => {
    const path = fileURLToPath(new URL(file, wellKnownFolder));
    const { stderr } = spawnSync('xmllint', ['--nonet', '--noout', '--schema', path, join(folder, 'instance.xml')], {
      env: { ...process.env, XML_CATALOG_FILES: join(folder, 'catalog.xml') },
      encoding: 'utf8',
    });
    expect(stderr).toMatch(/No matching global declaration available for the validation root/);
    expect(stderr).not.toMatch(/parser error|parser warning|I\/O/);
  });

  it('is well-formed', () => {
    for (const { file } of catalogueEntries) {
      execFileSync('xmllint', ['--nonet', '--noout', fileURLToPath(new URL(file, wellKnownFolder))]);
    }
  });
});

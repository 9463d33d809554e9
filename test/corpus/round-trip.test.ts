import { describe, expect, it } from 'vitest';
import { catalogued } from '../../src/contract/wsdl/catalogue/catalogue.ts';
import { componentDifferences } from '../../src/contract/wsdl/component-differences.ts';
import { inOneNamespace } from '../../src/contract/wsdl/one-namespace.ts';
import { readWsdl } from '../../src/contract/wsdl/read-wsdl.ts';
import { wsdlText } from '../../src/emit/wsdl.ts';
import { hasXmllint, SchemaFolder } from '../interop/schemas.ts';
import { type CorpusEntry, corpusEntries, corpusFolder } from './entries.ts';
import { filesOf } from './load-entry.ts';

const folder = corpusFolder();
const entries = folder === undefined ? [] : corpusEntries(folder);

/**
 * Their own schemas are invalid in the same way: ambiguous, circular, with an integer that is too large for libxml2, or, by
 * gSOAP, with the names of SOAP 1.1's encoding in the namespace of SOAP 1.2's.
 */
const invalidThemselves =
  /The content model is not determinist|Circular reference|is not a valid value of the atomic type 'xs:integer'|does not validate against the base type '\{[^}]*\}integer'|A global element declaration .* does already exist|If using <complexContent>, the base type is expected to be a complex type|QName value '\{http:\/\/www\.w3\.org\/2003\/05\/soap-encoding\}[aA]rray/;

interface WrittenEntry {
  readonly entry: CorpusEntry;
  readonly text: string;
  readonly differences: readonly string[];
}

/** Reads an entry, writes it, and reads that; undefined for one that cannot be read. */
function writtenEntry(entry: CorpusEntry, inFolder: string): WrittenEntry | undefined {
  const { file, read } = filesOf(inFolder);
  const { contract } = readWsdl(file(entry.path), { read, wellKnown: catalogued });
  if (contract === undefined) return undefined;
  const whole = inOneNamespace(contract);
  const text = wsdlText(whole, { source: 'service.wsdl' });
  const own = { location: 'own.wsdl', name: 'own.wsdl', bytes: new TextEncoder().encode(text) };
  const again = readWsdl(own, { wellKnown: catalogued });
  const differences =
    again.contract === undefined
      ? again.diagnostics().map(({ message }) => message)
      : componentDifferences(whole, again.contract).map(({ path }) => path);
  return { entry, text, differences };
}

/** What xmllint says against the schemas of a WSDL, in its first lines. */
function schemaErrors(wsdl: string): string {
  const schemas = new SchemaFolder(wsdl);
  try {
    const said = schemas.validate(['<none xmlns="urn:none"/>']).split('\n');
    const errors = said.filter(
      (line) => /parser error|parser warning|I\/O/.test(line) && !invalidThemselves.test(line),
    );
    return errors.slice(0, 2).join('\n');
  } finally {
    schemas.remove();
  }
}

describe.skipIf(folder === undefined)('WSDLs of the corpus, written by soapwright', () => {
  // Each tenth of the corpus on its own, so that a failure is found soon.
  const tenths = Array.from({ length: 10 }, (_, index) => index);

  it.each(tenths)(
    'have the components that they had, and valid schemas (tenth %i)',
    (tenth) => {
      const failures: string[] = [];
      let count = 0;
      for (const entry of entries.filter((_, index) => index % tenths.length === tenth)) {
        const written = writtenEntry(entry, folder ?? '');
        if (written === undefined) continue;
        count++;
        const { id } = entry;
        if (written.differences.length > 0) failures.push(`${id}: ${written.differences.slice(0, 3).join(', ')}`);
        const errors = hasXmllint ? schemaErrors(written.text) : '';
        if (errors !== '') failures.push(`${id}: ${errors}`);
      }
      expect(failures).toEqual([]);
      expect(count).toBeGreaterThan(30);
    },
    120_000,
  );
});

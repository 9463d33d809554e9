import { catalogued } from '../../../src/contract/wsdl/catalogue/catalogue.ts';
import { componentDifferences } from '../../../src/contract/wsdl/component-differences.ts';
import { inOneNamespace } from '../../../src/contract/wsdl/one-namespace.ts';
import { readWsdl } from '../../../src/contract/wsdl/read-wsdl.ts';
import { wsdlText } from '../../../src/emit/wsdl.ts';
import { hasXmllint, SchemaFolder } from '../../interop/schemas.ts';
import type { LoadedEntry } from './loaded-entry.ts';

/**
 * Their own schemas are invalid in the same way: ambiguous, circular, with an integer that is too large for libxml2, or, by
 * gSOAP, with the names of SOAP 1.1's encoding in the namespace of SOAP 1.2's.
 */
const invalidThemselves =
  /The content model is not determinist|Circular reference|is not a valid value of the atomic type 'xs:integer'|does not validate against the base type '\{[^}]*\}integer'|A global element declaration .* does already exist|If using <complexContent>, the base type is expected to be a complex type|QName value '\{http:\/\/www\.w3\.org\/2003\/05\/soap-encoding\}[aA]rray/;

/** Writes an entry, reads that, and names what differs or what xmllint refuses. */
export function lossesWhenWritten({ entry, complete }: LoadedEntry): readonly string[] {
  if (complete === undefined) return [];
  const whole = inOneNamespace(complete);
  const text = wsdlText(whole, { source: 'service.wsdl' });
  const own = { location: 'own.wsdl', name: 'own.wsdl', bytes: new TextEncoder().encode(text) };
  const again = readWsdl(own, { wellKnown: catalogued });
  const differences =
    again.contract === undefined
      ? again.diagnostics().map(({ message }) => message)
      : componentDifferences(whole, again.contract).map(({ path }) => path);
  const errors = hasXmllint ? schemaErrors(text) : '';
  return [
    ...(differences.length === 0 ? [] : [`${entry.id}: ${differences.slice(0, 3).join(', ')}`]),
    ...(errors === '' ? [] : [`${entry.id}: ${errors}`]),
  ];
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

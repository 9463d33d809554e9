import { SchemaFolder } from '../interop/schemas.ts';

/** The messages of xmllint about documents, one list each; empty for a valid one. Throws if the schemas do not compile. */
export function findingsOf(wsdl: string, documents: readonly string[]): readonly (readonly string[])[] {
  const schemas = new SchemaFolder(wsdl);
  try {
    const said = schemas.validate(documents);
    if (/failed to compile/.test(said)) throw new Error(said.replace(/^.* namespace error : .*\n.*\n *\^\n/gm, ''));
    const found: string[][] = documents.map(() => []);
    for (const line of said.split('\n')) {
      const [, number, finding] = /^(\d+)\.xml:\d+: (.*)$/s.exec(line) ?? [];
      if (number === undefined || finding === undefined || /is not a valid URI/.test(finding)) continue;
      found[Number(number)]?.push(finding);
    }
    for (const [, number] of said.matchAll(/^(\d+)\.xml fails to validate$/gm)) {
      const list = found[Number(number)];
      if (list?.length === 0) list.push('It says no more than that it fails.');
    }
    return found;
  } finally {
    schemas.remove();
  }
}

import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { broken, type Proof, toolkits } from './foreign/security/proven.ts';

const page = readFileSync(new URL('../docs/reference/conformance-signatures.md', import.meta.url), 'utf8');

/** Short names of canonical forms. */
const forms: Readonly<Record<string, string>> = {
  'http://www.w3.org/2001/10/xml-exc-c14n#': 'exclusive',
  'http://www.w3.org/2001/10/xml-exc-c14n#WithComments': 'exclusive, with comments',
  'http://www.w3.org/TR/2001/REC-xml-c14n-20010315': 'Canonical XML 1.0',
  'http://www.w3.org/2006/12/xml-c14n11': 'Canonical XML 1.1',
};

/** Everything that one side signs, and the other one verifies. */
function namesIn({ algorithms, digests, forms: uris, keys }: Proof): readonly string[] {
  return [
    ...algorithms,
    ...digests.map((digest) => `digest ${digest}`),
    ...uris.map((uri) => forms[uri] ?? uri),
    ...keys.map((key) => `key as ${key}`),
  ];
}

function cell(name: string, toolkit: string): string {
  const { ours, theirs } = toolkits[toolkit] ?? {};
  const [reads, writes] = [ours, theirs].map((proof) => proof !== undefined && namesIn(proof).includes(name));
  if (broken[toolkit]?.includes(name) && !reads) return 'broken';
  if (broken[toolkit]?.includes(name)) return 'reads, broken';
  return reads && writes ? 'both' : reads ? 'reads' : writes ? 'writes' : '';
}

/** The table of the page. */
function table(): string {
  const names = Object.keys(toolkits);
  const proofs = Object.values(toolkits).flatMap(({ ours, theirs }) =>
    ours === undefined ? [theirs] : [ours, theirs],
  );
  const kinds = ['rsa', 'ecdsa', 'hmac', 'digest', 'exclusive', 'Canonical', 'key'];
  const rank = (name: string): number => kinds.findIndex((kind) => name.startsWith(kind));
  const rows = [...new Set(proofs.flatMap(namesIn))].sort((one, other) => rank(one) - rank(other));
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const head = [line(['', ...names]), line(['', ...names].map(() => '---'))];
  return [...head, ...rows.map((row) => line([row, ...names.map((name) => cell(row, name))])), ''].join('\n');
}

it('docs/reference/conformance-signatures.md says what other toolkits prove', () => {
  expect(page).toContain(table());
});

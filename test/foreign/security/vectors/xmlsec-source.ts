import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The tests of Debian's source package of xmlsec1, which hold the suites of the W3C; `.ci/run` unpacks them here. */
const folder: string = process.env.XMLSEC1_TESTS ?? '/usr/src/xmlsec1/tests';

/** As the corpus they are data: tests are skipped, counted, where Debian's source package cannot be had. */
export const hasVectors: boolean = existsSync(folder);

/** A file of the source package. @throws {Error} that says how to get it. */
export function vectorFile(path: string): Buffer {
  const file = join(folder, path);
  if (existsSync(file)) return readFileSync(file);
  throw new Error(`${file} is missing: unpack Debian's source package of xmlsec1, as .ci/run does.`);
}

/** The names of the XML files of a suite, in their order. */
export function vectorNames(suite: string): readonly string[] {
  const path = join(folder, suite);
  if (!existsSync(path))
    throw new Error(`${path} is missing: unpack Debian's source package of xmlsec1, as .ci/run does.`);
  const found = readdirSync(path, { recursive: true, encoding: 'utf8' });
  return found.filter((name) => name.endsWith('.xml')).sort();
}

/** The plain text of an encrypted vector; undefined for one that has none, as those that must be refused. */
export function vectorData(path: string): Buffer | undefined {
  const file = join(folder, path.replace(/xml$/, 'data'));
  return existsSync(file) ? readFileSync(file) : undefined;
}

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const source = fileURLToPath(new URL('../src/', import.meta.url));

/** The files that make, print or follow a reference to a group. All others ask `src/contract/model`. */
const known = [
  'contract/model/content-model.ts',
  'contract/model/particle-reference.ts',
  'contract/model/schema-components.ts',
  'contract/model/structure-builder.ts',
  'contract/print/particles.ts',
  'contract/wsdl/components/particles.ts',
  'contract/yaml/build/particles.ts',
  'emit/xml-schema-structures.ts',
];

it('no other file knows references to groups', () => {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
  const naming = files.filter((file) => /groupReference/i.test(readFileSync(join(source, file), 'utf8')));
  expect(naming.sort()).toEqual(known);
});

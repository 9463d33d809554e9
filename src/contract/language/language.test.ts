import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { ruleNames } from '../../rules/explain/rule-names.ts';
import { type ConstructName, constructs, usesOfKey } from './index.ts';
import { jsonSchemaText, schemaFiles } from './json-schema.ts';
import { referencePages } from './reference-page.ts';

const names = Object.keys(constructs) as ConstructName[];

function committed(path: string): string {
  return readFileSync(fileURLToPath(new URL(`../../../${path}`, import.meta.url)), 'utf8');
}

describe('the files printed from the tables', () => {
  it.each(Object.keys(schemaFiles))('schema/%s is up to date: npm run print:language', (file) => {
    expect(committed(`schema/${file}`)).toBe(jsonSchemaText(file, ruleNames));
  });

  it.each(Object.entries(referencePages()))('docs/reference/%s is up to date: npm run print:language', (file, text) => {
    expect(committed(`docs/reference/${file}`)).toBe(text);
  });
});

describe('the tables', () => {
  // What it has compiled for one construct, the others use.
  const files = Object.keys(schemaFiles).map((file) => JSON.parse(jsonSchemaText(file, ruleNames)) as { $id: string });
  const ajv = new Ajv({ strict: false, unicodeRegExp: true, schemas: files });

  it.each(names)('have an example of %s that is valid', (name) => {
    const top = Object.keys(schemaFiles).find((file) => schemaFiles[file] === name);
    const of = ['target', 'lint', 'breaking'].includes(name)
      ? 'soapwright'
      : ['component', 'addedHeader'].includes(name)
        ? 'overlay'
        : 'contract';
    const path = top ?? `${of}.schema.json#/definitions/${name}`;
    const validate = ajv.getSchema(`https://unpkg.com/soapwright/schema/${path}`);
    expect(validate?.(parse(constructs[name].example)), JSON.stringify(validate?.errors)).toBe(true);
  });

  it.each(names)('name only keys of %s in its rules', (name) => {
    const { keys, rules = [] } = constructs[name];
    const named = rules.flatMap((rule) => {
      switch (rule.rule) {
        case 'exclusive':
        case 'required':
          return rule.keys;
        case 'notBoth':
          return rule.flags;
        case 'excludes':
          return rule.others;
        default:
          return [];
      }
    });
    const elsewhere = ['element', 'default', 'fixed'];
    expect(named.filter((key) => !(key in keys) && !elsewhere.includes(key))).toEqual([]);
  });

  it.each(names)('document every key of %s in sentences', (name) => {
    for (const { doc } of Object.values(constructs[name].keys)) expect(doc).toMatch(/^[\w`][^|]*[.:]$/s);
  });
});

it('the meanings of a key are listed with its constructs', () => {
  expect(usesOfKey('stream')).toEqual([
    { constructs: ['result', 'bare', 'field', 'element', 'component'], meaning: constructs.field.keys.stream?.doc },
  ]);
  expect(usesOfKey('abstract').map((use) => use.constructs)).toEqual([['record'], ['element']]);
  expect(usesOfKey('optinal')).toEqual([]);
});

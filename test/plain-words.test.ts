import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

const rooms = ['src', 'runtime/src', 'security/src', 'service/src', 'upload-client/src', 'test', 'docs'];

/** Output of the generator, files of others, and this file. */
const skipped = /\/(?:expected|generated|node_modules|corpus)\/|^test\/plain-words\.test\.ts$/;

const phrases = /\b(?:besides|in place of|of which|so many|meanwhile|is none)\b/gi;

/** A function, or a parameter or property that holds one. */
const functions = /(?<![\w$])(?:textOf|nameOf|keyOf)(?=(?:<[^>]*>)?\(|\??:| = )/g;

/** Folders that still have some, with the count, which may only fall. */
const remaining: Readonly<Record<string, { readonly phrases: number; readonly functions: number }>> = {
  'service/src/uploads': { phrases: 18, functions: 4 },
  'service/src/sign-in': { phrases: 9, functions: 6 },
  'service/src/storage/objects': { phrases: 3, functions: 0 },
  'runtime/src/pages': { phrases: 2, functions: 19 },
};

const files = rooms.flatMap((room) =>
  readdirSync(`${root}${room}`, { recursive: true, encoding: 'utf8' })
    .map((file) => `${room}/${file.replaceAll('\\', '/')}`)
    .filter((file) => /\.(?:ts|md)$/.test(file) && !skipped.test(file)),
);

/** Comments and text on one line each, so that a phrase is found across a line break. */
function joined(text: string): string {
  return text.replace(/\n[ \t]*(?:\*|\/\/|>)?[ \t]*/g, ' ');
}

/** The matches in each file, with those in folders of `remaining` left out. */
function matches(pattern: RegExp, prepared: (text: string) => string): readonly string[] {
  return files
    .filter((file) => !Object.keys(remaining).some((folder) => file.startsWith(`${folder}/`)))
    .flatMap((file) =>
      Array.from(prepared(readFileSync(`${root}${file}`, 'utf8')).matchAll(pattern), ([found]) => `${file}: ${found}`),
    );
}

function countIn(folder: string, pattern: RegExp, prepared: (text: string) => string): number {
  return files
    .filter((file) => file.startsWith(`${folder}/`))
    .flatMap((file) => Array.from(prepared(readFileSync(`${root}${file}`, 'utf8')).matchAll(pattern))).length;
}

describe('plain words', () => {
  it('avoid phrases with a shorter form', () => {
    expect(matches(phrases, joined)).toEqual([]);
  });

  it('name functions by their results', () => {
    expect(matches(functions, (text) => text)).toEqual([]);
  });

  it.each(Object.entries(remaining))('%s has no more of them than listed', (folder, most) => {
    expect(countIn(folder, phrases, joined)).toBeLessThanOrEqual(most.phrases);
    expect(countIn(folder, functions, (text) => text)).toBeLessThanOrEqual(most.functions);
  });
});

import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

const rooms = ['src', 'runtime/src', 'security/src', 'service/src', 'upload-client/src', 'test', 'docs'];

/** Output of the generator, files of others, and this file. */
const skipped = /\/(?:expected|generated|node_modules|corpus)\/|^test\/plain-words\.test\.ts$/;

const phrases = /\b(?:besides|in place of|of which|so many|meanwhile|is none)\b/gi;

/** `is not a …` in comments and names of tests; messages of programs may be shorter. */
const negation = /^\s*(?:\*|\/\*\*|\/\/|it\(|describe\().*?(?<!\bthere )\b(?:is|are) no (?!longer\b|more\b)\w+/gim;

/** A function, or a parameter or property that holds one. */
const functions = /(?<![\w$])(?:textOf|nameOf|keyOf)(?=(?:<[^>]*>)?\(|\??:| = )/g;

const files = rooms.flatMap((room) =>
  readdirSync(`${root}${room}`, { recursive: true, encoding: 'utf8' })
    .map((file) => `${room}/${file.replaceAll('\\', '/')}`)
    .filter((file) => /\.(?:ts|md)$/.test(file) && !skipped.test(file)),
);

/** Comments and text on one line each, so that a phrase is found across a line break. */
function joined(text: string): string {
  return text.replace(/\n[ \t]*(?:\*|\/\/|>)?[ \t]*/g, ' ');
}

function matches(pattern: RegExp, prepared: (text: string) => string): readonly string[] {
  return files.flatMap((file) =>
    Array.from(prepared(readFileSync(`${root}${file}`, 'utf8')).matchAll(pattern), ([found]) => `${file}: ${found}`),
  );
}

describe('plain words', () => {
  it('avoid phrases with a shorter form', () => {
    expect(matches(phrases, joined)).toEqual([]);
  });

  it('deny with "not"', () => {
    expect(matches(negation, (text) => text).filter((found) => !/\.md:/.test(found))).toEqual([]);
  });

  it('name functions by their results', () => {
    expect(matches(functions, (text) => text)).toEqual([]);
  });
});

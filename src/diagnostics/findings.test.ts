import { describe, expect, it } from 'vitest';
import { type FindingDetails, Findings, type Range } from './index.ts';

const unknown = { code: 'SW9001', message: 'There is no "{name}".', meaning: '', example: '' } as const;

function found(text: string, at: Range, details: FindingDetails = {}) {
  const findings = new Findings({ file: 'a.yaml', text });
  findings.add(unknown, { name: 'x' }, at, details);
  return findings.diagnostics[0];
}

/** The range of `part` in the text. */
function rangeOf(text: string, part: string): Range {
  return { start: text.indexOf(part), end: text.indexOf(part) + part.length };
}

describe('the end of a range', () => {
  it('is on the same line, after the last character', () => {
    const text = 'one\ntwo three\n';
    expect(found(text, rangeOf(text, 'three'))).toMatchObject({
      line: 2,
      column: 5,
      length: 5,
      endLine: 2,
      endColumn: 10,
    });
  });

  it('is on a later line, without the white space after it', () => {
    const text = 'one:\r\n  two: 2\r\n  three: 3\r\n\r\nfour: 4\r\n';
    const at = { start: text.indexOf('two'), end: text.indexOf('four') };
    expect(found(text, at)).toMatchObject({ line: 2, column: 3, length: 6, endLine: 3, endColumn: 11 });
  });

  it('is after the next character if the range is empty', () => {
    expect(found('one', { start: 0, end: 0 })).toMatchObject({ line: 1, column: 1, endLine: 1, endColumn: 2 });
  });
});

describe('the edit of a suggestion', () => {
  const among = ['string', 'tns:Order', 'two words', 'a: b'];

  it('replaces the unknown name', () => {
    const text = 'a: 1\nb: strng\n';
    expect(found(text, rangeOf(text, 'strng'), { didYouMean: { name: 'strng', among } })?.edits).toEqual([
      { file: 'a.yaml', line: 2, column: 4, endLine: 2, endColumn: 9, text: 'string' },
    ]);
  });

  it('leaves quotes and what surrounds the name', () => {
    const text = 'b: "strng[]"\n';
    expect(found(text, rangeOf(text, '"strng[]"'), { didYouMean: { name: 'strng', among } })?.edits).toEqual([
      { file: 'a.yaml', line: 1, column: 5, endLine: 1, endColumn: 10, text: 'string' },
    ]);
  });

  it('replaces the whole range where nothing else names it', () => {
    const text = 'choice way:\n';
    expect(found(text, rangeOf(text, 'choice way'), { suggestion: '$choice way' })?.edits).toEqual([
      { file: 'a.yaml', line: 1, column: 1, endLine: 1, endColumn: 11, text: '$choice way' },
    ]);
  });

  it.each([
    ['the name is not in the range', 'b: other\n', 'other', { name: 'strng', among }],
    ['the name is in the range twice', 'b: strng strng\n', 'strng strng', { name: 'strng', among }],
    ['the suggestion would need quotes', 'b: a:b\n', 'a:b', { name: 'a:b', among }],
    ['there is no suggestion', 'b: float\n', 'float', { name: 'float', among }],
  ])('does not exist if %s', (_why, text, part, didYouMean) => {
    expect(found(text, rangeOf(text, part), { didYouMean })).not.toHaveProperty('edits');
  });
});

it('prefers edits of its own to the edit of the suggestion', () => {
  const text = 'required: true\n';
  const edits = [{ at: { start: 0, end: text.length }, text: '' }];
  expect(found(text, rangeOf(text, 'required'), { edits, suggestion: 'other' })?.edits).toEqual([
    { file: 'a.yaml', line: 1, column: 1, endLine: 2, endColumn: 1, text: '' },
  ]);
});

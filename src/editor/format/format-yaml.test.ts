import { describe, expect, it } from 'vitest';
import { formatYaml } from './format-yaml.ts';

/** Formats, and checks that the result stays when it is formatted again. */
function formatted(text: string): string {
  const result = formatYaml(text);
  expect(formatYaml(result)).toBe(result);
  return result;
}

describe('formatYaml', () => {
  it('indents each level by two spaces, also items of lists', () => {
    expect(formatted('a:\n     b:\n      c: 1\n     d:\n     - x: 1\n       y: 2\n     -   z\n')).toBe(
      'a:\n  b:\n    c: 1\n  d:\n    - x: 1\n      y: 2\n    - z\n',
    );
  });

  it('writes one space inside of braces, none inside of brackets, and one after colons and commas', () => {
    expect(formatted('a:   {b: 1,c: [ x,y ],"d":2}\ne: {}\nf: [ ]\n')).toBe(
      'a: { b: 1, c: [x, y], "d": 2 }\ne: {}\nf: []\n',
    );
  });

  it('keeps one empty line of several, and none at the start and the end', () => {
    expect(formatted('\n\na: 1\n\n\n\nb: 2\n\n')).toBe('a: 1\n\nb: 2\n');
  });

  it('keeps comments at their level, and aligned comments aligned', () => {
    expect(formatted('a:\n    b: 1   # one\n    cc: 2  # two\n    # of a\n# of the file\nd: 3 # three\n')).toBe(
      'a:\n  b: 1   # one\n  cc: 2  # two\n  # of a\n# of the file\nd: 3 # three\n',
    );
  });

  it('writes a line for each entry of a map or list that would end after column 140', () => {
    const long = 'x'.repeat(70);
    expect(formatted(`a: { b: ${long}, c: ${long}, d: { e: 1 } }\n`)).toBe(
      `a:\n  b: ${long}\n  c: ${long}\n  d: { e: 1 }\n`,
    );
    expect(formatted(`a: [${long}, ${long}]\n`)).toBe(`a:\n  - ${long}\n  - ${long}\n`);
  });

  it('keeps brackets with comments inside, with a line for each entry', () => {
    expect(formatted('a: [b, # first\n   c]\n')).toBe('a: [\n  b, # first\n  c\n]\n');
  });

  it('joins a value between brackets that fits on a line', () => {
    expect(formatted('a: {\n  b: 1,\n  c: 2,\n}\n')).toBe('a: { b: 1, c: 2 }\n');
  });

  it('moves texts of several lines with their keys, and keeps their lines', () => {
    expect(
      formatted('a:\n      b: >-\n          one\n            two\n\n          three\n      c: "x\n        y"\n'),
    ).toBe('a:\n  b: >-\n    one\n      two\n\n    three\n  c: "x\n    y"\n');
    expect(formatted('a: |+\n   x\n\n\nb: 1\n')).toBe('a: |+\n  x\n\n\nb: 1\n');
  });

  it('keeps quotes, anchors, aliases and the order of keys', () => {
    const text = 'z: "q"\na: \'s\'\nm: &m { x: 1 }\nn: *m\n*m : 2\n';
    expect(formatted(text)).toBe(text);
  });

  it('keeps the line ends of the file', () => {
    expect(formatted('a:\r\n    b: 1\r\n')).toBe('a:\r\n  b: 1\r\n');
  });
});

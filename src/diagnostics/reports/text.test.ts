import { expect, it } from 'vitest';
import type { Diagnostic } from '../index.ts';
import { renderText } from './text.ts';

const source = 'soapwright: 1\nservice: A,B\n';
const sources = new Map([['a:b,c.yaml', source]]);
const diagnostic: Diagnostic = {
  code: 'SW1302',
  severity: 'error',
  exit: 2,
  message: '100% wrong.',
  remedy: 'First this.\nThen that.',
  file: 'a:b,c.yaml',
  line: 2,
  column: 10,
  length: 3,
  related: [{ message: 'See here.', file: 'a:b,c.yaml', line: 1, column: 1, length: 10 }],
};

const escapeSequence = new RegExp(`${'\u001B'}\\[[\\d;]*m`);

it('renders text with frames, and no colour unless asked', () => {
  expect(renderText([diagnostic], { sources })).toBe(
    [
      'a:b,c.yaml:2:10 error SW1302: 100% wrong.',
      '  1 | soapwright: 1',
      '  2 | service: A,B',
      '    |          ^^^',
      '  a:b,c.yaml:1:1 See here.',
      '  1 | soapwright: 1',
      '    | ^^^^^^^^^^',
      '  First this.',
      '  Then that.',
      '',
    ].join('\n'),
  );
});

it('renders text without the source, and diagnostics without a location', () => {
  const { file: _file, line: _line, column: _column, related: _related, ...bare } = diagnostic;
  expect(renderText([bare])).toBe('error SW1302: 100% wrong.\n  First this.\n  Then that.\n');
  expect(renderText([diagnostic])).not.toContain('|');
  expect(renderText([])).toBe('');
});

it('colours when asked, and is the same text underneath', () => {
  const coloured = renderText([diagnostic], { sources, colour: true });
  expect(coloured).toContain('\u001B[1;31merror SW1302\u001B[0m');
  expect(coloured.split(escapeSequence).join('')).toBe(renderText([diagnostic], { sources }));
});

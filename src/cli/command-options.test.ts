import { describe, expect, it } from 'vitest';
import { generateCommand } from './command-options.ts';
import { takesColour } from './terminal.ts';

describe('generateCommand', () => {
  it('repeats only the flags that affect the output', () => {
    expect(generateCommand({ command: 'check', format: 'json', quiet: true })).toBe('npx soapwright generate');
    expect(
      generateCommand({ command: 'check', format: 'text', schema: 'a/b.yaml', out: 'out', importExtension: 'ts' }),
    ).toBe('npx soapwright generate --schema a/b.yaml --out out --import-extension ts');
  });

  it('quotes arguments for a shell', () => {
    expect(
      generateCommand({ command: 'check', format: 'text', config: "it's here.yaml", baseUrl: 'https://a.example/?$b' }),
    ).toBe("npx soapwright generate --config 'it'\\''s here.yaml' --base-url 'https://a.example/?$b'");
  });
});

describe('takesColour', () => {
  it.each([
    [true, {}, true],
    [false, {}, false],
    [true, { NO_COLOR: '1' }, false],
    [true, { NO_COLOR: '' }, true],
    [true, { TERM: 'dumb' }, false],
    [false, { FORCE_COLOR: '' }, true],
    [true, { FORCE_COLOR: '0' }, false],
    [false, { FORCE_COLOR: '1', NO_COLOR: '1' }, true],
  ])('terminal %j with %j: %j', (isTTY, environment, expected) => {
    expect(takesColour({ isTTY }, environment)).toBe(expected);
  });
});

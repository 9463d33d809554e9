import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type Refusal, refusals } from './support/security/refusals.ts';

const read = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');

/** The messages of each section of the page, whose code stands below its heading. */
const listed: readonly Refusal[] = read('docs/reference/security-refusals.md')
  .split('\n## ')
  .slice(1)
  .flatMap((section) => {
    const code = /^`(\w+)`$/m.exec(section)?.[1] ?? '';
    const rows = [...section.matchAll(/^\| (.*?) \| (.+) \|$/gm)].slice(1);
    return rows.flatMap(([, messages = '']) => messages.split('<br>').map((message) => ({ code, message })));
  });

/** Those of functions that make others. */
const frames = ['The message is malformed: ….', 'The certificate … ….'];

const named = ({ code, message }: Refusal): string => `${code}: ${message}`;

/** Reasons that have a type instead of a text in each place. */
const samlReasons = [...read('security/src/saml/saml-error.ts').matchAll(/^ {2}\| '(.*)'/gm)].map(([, reason]) => ({
  code: 'token',
  message: `SAML: ${reason}.`,
}));

describe('docs/reference/security-refusals.md', () => {
  it('has the message of each refusal, with its reason', () => {
    const all = [...refusals().filter(({ message }) => !frames.includes(message)), ...samlReasons].map(named);
    expect(all.length).toBeGreaterThan(150);
    expect(listed.map(named).sort()).toEqual([...new Set(all)].sort());
  });

  it('has each code of SecurityError', () => {
    const codes = [...read('security/src/security-error.ts').matchAll(/^ {2}\| '(\w+)'/gm)].map(([, code]) => code);
    expect([...new Set(listed.map(({ code }) => code))].sort()).toEqual(codes.sort());
  });
});

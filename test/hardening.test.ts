import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const docs = new URL('../docs/reference/', import.meta.url);
const page = readFileSync(new URL('hardening.md', docs), 'utf8');

/** Rows of the tables of attacks and faults. */
const rows = page
  .split(/^## /m)
  .filter((section) => section.includes('| attack or failure |'))
  .flatMap((section) => [...section.matchAll(/^\| (.+?) \| (.*?) \| (.*?) \|$/gm)])
  .map(([, attack = '', happens = '', shown = '']) => ({ attack, happens, shown }))
  .filter(({ attack }) => attack !== 'attack or failure');

const targetsIn = (text: string): readonly string[] =>
  [...text.matchAll(/\]\(([^)#]+)[^)]*\)/g)].map(([, target = '']) => target);

describe('docs/reference/hardening.md', () => {
  it('has a row for every attack and fault', () => {
    const promised = [
      /DOCTYPE/,
      /floods/,
      /ill-formed/,
      /charset/,
      /compressed bomb/,
      /SOAPAction/,
      /ReplyTo or FaultTo/,
      /references of SOAP encoding/,
      /forged signed message/,
      /streamed field/,
      /slow headers/,
      /smuggling/,
      /overload/,
      /test form/,
      /poses as a link/,
      /asked for a password/,
      /template injection/,
      /exponential or polynomial time/,
      /import/,
      /kill -9` of the generator/,
      /two generators/,
      /SAML/,
      /kill -9` of the service/,
      /a full disk/,
      /stands still between PUT and commit/,
      /chunks from 1 byte to 1 GiB/,
      /links to files/,
      /changes on the disk/,
      /receiver of events/,
      /secrets/,
    ];
    for (const attack of promised)
      expect(
        rows.filter((row) => attack.test(row.attack)),
        `${attack}`,
      ).toHaveLength(1);
    expect(rows).toHaveLength(promised.length);
  });

  it.each(rows)('states the effect, and links its test: $attack', ({ happens, shown }) => {
    expect(happens).not.toBe('');
    expect(targetsIn(shown).length).toBeGreaterThan(0);
  });

  it.each(targetsIn(page).map((target) => [target]))('links a file that is there: %s', (target) => {
    expect(existsSync(fileURLToPath(new URL(target, docs)))).toBe(true);
  });
});

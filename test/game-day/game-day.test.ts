import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { rules } from './alerts.js';
import { faults } from './faults.js';
import { type Installation, play } from './game-day.js';
import { anchorOf, commands, page, section } from './handbook.js';
import { install } from './installation.js';

const promtool = process.env.SOAPWRIGHT_FOREIGN === 'required' || spawnSync('promtool', ['--version']).status === 0;

describe('the handbook for a bad day', () => {
  const text = readFileSync(page, 'utf8');

  it('has a section with commands for each fault, and alerts that exist', () => {
    const known = rules.map(({ alert }) => alert);
    for (const { id, alerts } of faults) {
      expect(commands(id).trim(), id).not.toBe('');
      expect(known, id).toEqual(expect.arrayContaining([...alerts]));
      for (const alert of alerts) expect(text, alert).toContain(`\`${alert}\``);
    }
  });

  it('is what each alert leads to, at a heading that exists', () => {
    for (const { alert, annotations } of rules) {
      const [, file = '', anchor = ''] = /\/blob\/main\/(docs\/service\/[\w-]+\.md)#([\w-]+)$/.exec(
        annotations.runbook_url,
      ) ?? [alert];
      const headings = readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8').matchAll(/^##+ (.+)$/gm);
      expect(
        [...headings].map(([, title = '']) => anchorOf(title)),
        alert,
      ).toContain(anchor);
    }
  });

  it('is what lines of the log and findings of doctor lead to', () => {
    const source = readFileSync(new URL('../../service/src/common/handbook.ts', import.meta.url), 'utf8');
    const ids = [...source.matchAll(/: '([a-z-]+)',$/gm)].map(([, id = '']) => id);
    expect(ids.length).toBeGreaterThan(10);
    for (const id of ids) expect(section(id, text).title).not.toBe('');
  });
});

describe.runIf(promtool && process.platform === 'linux')('a short game day', () => {
  let site: Installation | undefined;
  afterAll(() => site?.close());

  it.each(faults.filter(({ short }) => short))(
    '$id: alerts fire, and the commands of the handbook end it',
    async (fault) => {
      site ??= await install(new Set());
      const result = await play(site, fault);
      expect(result.alerts.map(({ name }) => name)).toEqual(fault.alerts);
      expect([result.missing, result.clears < 30]).toEqual([0, true]);
      expect(result.files).toBeGreaterThan(1);
      const log = readFileSync(join(site.folder, 'units/remote-file-service/log'), 'utf8');
      if (fault.callers?.test('StorageReadOnly')) expect(log).toContain(`docs/service/bad-day.md#${fault.id}"`);
    },
  );
});

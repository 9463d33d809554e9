import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { withServeFlags } from '../cli/command-options.ts';
import { Metrics } from '../server/metrics.ts';
import { flagOf, loadSettings, variableOf } from './load-settings.ts';
import { type Settings, settings } from './settings.ts';

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');
const page = [
  'service/install-the-service.md',
  'service/monitor-the-service.md',
  'service/maintain-the-service.md',
  'service/service-settings.md',
]
  .map((file) => read(`../../../docs/${file}`))
  .join('\n');
const names = Object.keys(settings) as (keyof Settings)[];

/** Rows of the page's tables, as their cells. */
const rows = page
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .map((line) =>
    line
      .slice(1, -1)
      .split(' | ')
      .map((cell) => cell.trim()),
  );
const rowOf = (first: string): readonly string[] | undefined => rows.find(([cell]) => cell === first);

describe('documentation of the service', () => {
  it.each(names)('has the setting %s with its current variable, flag and default', (name) => {
    const flags = withServeFlags(new Command()).options.map(({ long }) => long);
    const flag = [flagOf(name), `--no-${flagOf(name).slice(2)}`].find((candidate) => flags.includes(candidate));
    const { fallback } = settings[name];
    const [, variable, flagCell, value, what] = rowOf(`\`${settings[name].path.join('.')}\``) ?? [];
    expect(variable).toBe(`\`${variableOf(name)}\``);
    expect(flagCell).toBe(flag === undefined ? '' : `\`${flag}\``);
    expect(value).toBe(fallback === undefined ? 'none' : `\`${fallback}\``);
    expect(what).not.toBe('');
  });

  it('has no unknown setting', () => {
    const documented = rows
      .filter(([, variable = '']) => /^`RFS_[A-Z_]+`$/.test(variable))
      .map(([, variable]) => variable);
    expect(documented.sort()).toEqual(names.map((name) => `\`${variableOf(name)}\``).sort());
  });

  it('has a valid example', () => {
    const text = /```yaml\n# \/etc\/remote-file-service\/config\.yaml\n([\s\S]*?)```/.exec(page)?.[1] ?? '';
    const loaded = loadSettings({ file: { name: '/etc/x.yaml', text }, environment: {}, flags: {} });
    expect(loaded).toMatchObject({ port: 8443, adminPort: 9090, limitsChunk: 16 * 1024 * 1024 });
  });

  it('has every metric of the service, and alerts only on existing ones', async () => {
    const metrics = new Metrics('0');
    const nothing = async (): Promise<never> => Promise.reject(new Error());
    const load = () => ({ running: 0, waiting: 0 });
    const certificateEnds = () => undefined;
    metrics.watch({
      ...{ load, certificateEnds, clock: nothing, time: () => 0, serviceKeys: () => 1 },
      ...{ uploads: nothing, free: nothing, ready: nothing, lastBackup: nothing, hooks: nothing },
    });
    const text = await metrics.text();
    const there = new Set([...text.matchAll(/^# TYPE (rfs_\w+)/gm)].map(([, name = '']) => name));
    const reported = new Set([...page.matchAll(/\brfs_\w+/g)].map(([name]) => name.replace(/_bucket$/, '')));
    const alerts = [...read('../../deploy/alerts.yaml').matchAll(/alert: (\w+)/g)].map(([, name]) => name);
    expect(rows.flatMap(([cell = '']) => /^`(Rfs\w+)`$/.exec(cell)?.[1] ?? [])).toEqual(alerts);
    expect(there.size).toBeGreaterThan(10);
    expect([...reported].sort()).toEqual([...there].sort());
  });

  it('has a remedy for every code of a StorageError', () => {
    const union = /export type StorageErrorCode =([\s\S]*?);/.exec(read('../common/storage-error.ts'))?.[1] ?? '';
    const codes = [...union.matchAll(/\| '([a-z-]+)'/g)].map(([, code = '']) => code);
    expect(codes.length).toBeGreaterThan(7);
    for (const code of codes) expect(rowOf(`\`${code}\``)?.[2]?.length ?? 0, code).toBeGreaterThan(20);
  });
});

describe('service/deploy', () => {
  const unit = read('../../deploy/remote-file-service.service');
  const image = read('../../deploy/Dockerfile');

  it('waits longer for the stop than the service takes', () => {
    const taken = settings.stopSeconds.fallback + settings.drainSeconds.fallback;
    expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1])).toBeGreaterThan(taken + 5);
    expect(Number(/--stop-timeout (\d+)/.exec(image)?.[1])).toBeGreaterThan(taken + 5);
    expect(image).toMatch(/^STOPSIGNAL SIGTERM$/m);
  });

  it('is built on Node 24, and the image has its license and labels', () => {
    expect(image).toMatch(/^ARG NODE_IMAGE=node:24-/m);
    for (const label of ['title', 'description', 'source', 'licenses="MIT"', 'version', 'revision']) {
      expect(image).toContain(`org.opencontainers.image.${label}`);
    }
    expect(image).toMatch(/^COPY LICENSE /m);
    expect(read('../../deploy/Dockerfile.dockerignore')).toContain('!LICENSE\n');
    expect(image).toContain(`ARG VERSION=${JSON.parse(read('../../package.json')).version}\n`);
  });

  it('names only existing variables', () => {
    const ofUploads = ['RFS_API_KEY', 'RFS_FOLDER_KEY', 'RFS_URL'];
    const known = [...names.map(variableOf), 'RFS_CONFIG', 'RFS_SERVICE_KEY', ...ofUploads];
    for (const [variable] of `${unit}${image}${page}`.matchAll(/\bRFS_[A-Z_]+\b/g)) expect(known).toContain(variable);
  });
});

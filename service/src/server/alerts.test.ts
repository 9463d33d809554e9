import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { AlertWatch } from './alerts/alert-watch.ts';
import { type GaugeSources, Metrics } from './metrics.ts';

const required = process.env.SOAPWRIGHT_FOREIGN === 'required';
const promtool = required || spawnSync('promtool', ['--version']).status === 0;
const rulesFile = fileURLToPath(new URL('../../deploy/alerts.yaml', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'rfs-alerts-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly remedy: string };
}
const { groups } = parse(readFileSync(rulesFile, 'utf8')) as { readonly groups: readonly { readonly rules: Rule[] }[] };
const rules = groups.flatMap((group) => group.rules);
/** Those that a process evaluates itself. */
const ofPage = groups[0]?.rules ?? [];
/** Metrics that the rules use. */
const used = new Set(rules.flatMap(({ expr }) => expr.match(/\brfs_\w+/g) ?? []));

/** What gauges show; promtool's clock begins at 1970. */
interface Gauges {
  free: number;
  ready: boolean;
  certificateEnds: number;
  lastBackup: number | undefined;
  oldestEvent: number;
  clockAhead: boolean;
}

/** The metrics of a process that is well, with its gauges. */
function start(): { readonly metrics: Metrics; readonly gauges: Gauges } {
  const metrics = new Metrics('1.2.3');
  const years = 100 * 365 * 86_400;
  const gauges: Gauges = {
    free: 1e12,
    ready: true,
    certificateEnds: years,
    lastBackup: years * 1000,
    oldestEvent: 0,
    clockAhead: false,
  };
  const sources: GaugeSources = {
    load: () => ({ running: 0, waiting: 0 }),
    uploads: async () => ({ open: 0, bytes: 0 }),
    free: async () => gauges.free,
    ready: async () => gauges.ready,
    certificateEnds: () => gauges.certificateEnds,
    lastBackup: async () => gauges.lastBackup,
    hooks: async () => ({ pending: 1, oldestAt: gauges.oldestEvent }),
    clock: async () => gauges.clockAhead,
    time: () => 0,
    serviceKeys: () => 1,
  };
  metrics.watch(sources);
  metrics.swept(years * 1000);
  return { metrics, gauges };
}

const times = (count: number, work: (index: number) => void): void => {
  for (let index = 0; index < count; index += 1) work(index);
};

const about = { soapVersion: '1.2', peerAddress: undefined, traceId: undefined, milliseconds: 3 } as const;

/** What happens once, between two scrapes. Gauges stay so. */
const bursts: Readonly<Record<string, (metrics: Metrics, gauges: Gauges) => void>> = {
  RfsNotReady: (_, gauges) => {
    gauges.ready = false;
  },
  RfsServerFaults: (metrics) =>
    metrics.observe({
      ...about,
      event: 'fault',
      requestId: 'r',
      operation: 'GetClientID',
      status: 500,
      code: 'Receiver',
      detailCode: 'StorageFull',
      path: undefined,
    }),
  RfsCommitsFail: (metrics) => metrics.commit(0.01, false),
  RfsCommitsSlow: (metrics) => times(20, () => metrics.commit(2, true)),
  RfsCommitsUnknown: (metrics) => metrics.unknownCommit(),
  RfsStoreFails: (metrics) => times(10, () => metrics.objectRequest('PUT', 'silent', 5)),
  RfsConnectionsUsedUp: (metrics) => metrics.connections(10, 3),
  RfsDiskFillsUp: (_, gauges) => {
    gauges.free = 4e9;
  },
  RfsCertificateEnds: (_, gauges) => {
    gauges.certificateEnds = 86_400;
  },
  RfsSecretsAreGuessed: (metrics) =>
    times(50, (index) => {
      metrics.rejected(`${index}`, 'TooManyAttempts');
      metrics.observe({ ...about, event: 'result', requestId: `${index}`, operation: 'SAMLAccountLogin' });
    }),
  RfsSlow: (metrics) =>
    times(100, (index) =>
      metrics.observe({
        ...about,
        event: 'result',
        requestId: `${index}`,
        operation: 'GetAPIURL',
        milliseconds: 4000,
      }),
    ),
  RfsProviderFails: (metrics) => times(5, () => metrics.providerRequest('token', 5, false)),
  RfsOverloaded: (metrics) => metrics.observe({ ...about, event: 'shed', requestId: 'r', reason: 'queue-full' }),
  RfsNoBackup: (_, gauges) => {
    gauges.lastBackup = 0;
  },
  RfsClockAhead: (_, gauges) => {
    gauges.clockAhead = true;
  },
  RfsHookLate: (_, gauges) => {
    gauges.oldestEvent = 1;
  },
  RfsHookGaveUp: (metrics) => metrics.hookAttempt('given-up'),
  RfsCheckFails: (metrics) => metrics.fileChecked('no-verdict', 60),
  RfsFileChanged: (metrics) => metrics.download('changed', 5n),
  RfsNoSweep: (metrics) => metrics.swept(0),
};

/** Values of the series of default metrics, which a burst cannot cause: before, and from the burst on. */
const processSeries: Readonly<Record<string, readonly [series: string, values: string]>> = {
  RfsThreadBusy: ['nodejs_eventloop_lag_p99_seconds', '0.01x19 2x40'],
  RfsRestarts: ['process_start_time_seconds', '1x20 600x2 660x2 720x40'],
  RfsClockDiffers: ['rfs_clock_timestamp_seconds', '0+15x19 600+15x40'],
  RfsProcessGone: ['up', '1x19 0x40'],
};

/** Series as they are scraped: `name{labels}` to value. */
async function scrape(metrics: Metrics): Promise<ReadonlyMap<string, string>> {
  const lines = (await metrics.text()).split('\n').filter((line) => used.has(/^\w*/.exec(line)?.[0] ?? ''));
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), line.slice(line.lastIndexOf(' ') + 1)]));
}

interface Sample {
  readonly series: string;
  readonly values: string;
}

/** What Prometheus gets of a process: 20 scrapes before the burst, `after` scrapes from it on. */
async function scrapes(alert: string, after: number): Promise<Sample[]> {
  const { metrics, gauges } = start();
  const before = await scrape(metrics);
  bursts[alert]?.(metrics, gauges);
  const samples = [...(await scrape(metrics))].map(([series, value]) => ({
    series,
    // A series that begins with the burst has no value before it.
    values: `${before.has(series) ? `${before.get(series)}x19` : '_x19'} ${value}x${after}`,
  }));
  const [series, values] = processSeries[alert] ?? [];
  const scraped = samples.filter((sample) => sample.series !== series);
  const others = { process_start_time_seconds: `0x${20 + after}`, ...(series && { [series]: values }) };
  return [...scraped, ...Object.entries(others).map(([name, given]) => ({ series: name, values: given ?? '' }))];
}

/** Seconds between scrapes, and the scrape after the burst at which the alert must fire. */
const slow: Readonly<Record<string, readonly [interval: number, checked: number]>> = {
  RfsDiskFillsUp: [60, 12],
  RfsNoBackup: [600, 160],
  RfsHookLate: [60, 12],
  RfsNoSweep: [600, 20],
};
const quick = [15, 14] as const;

function firing(alert: string, at: number, count: number): object {
  const expr = `count(ALERTS{alertname="${alert}", alertstate="firing"})`;
  return { expr, eval_time: `${at}s`, exp_samples: count === 0 ? [] : [{ labels: '{}', value: count }] };
}

function run(args: readonly string[], input?: string): { readonly status: number | null; readonly output: string } {
  const { status, stdout, stderr, error } = spawnSync('promtool', [...args], { encoding: 'utf8', input });
  if (error !== undefined) throw error;
  return { status, output: stdout + stderr };
}

describe.runIf(promtool)('service/deploy/alerts.yaml', () => {
  it('has an occasion for each alert', () => {
    expect(rules.map(({ alert }) => alert).sort()).toEqual(
      [...Object.keys(bursts), ...Object.keys(processSeries)].sort(),
    );
  });

  it.each(rules.map(({ alert }) => alert))('%s fires at the first burst, and not before it', async (alert) => {
    const [interval, checked] = slow[alert] ?? quick;
    const test = {
      rule_files: [rulesFile],
      evaluation_interval: `${interval}s`,
      tests: [
        {
          interval: `${interval}s`,
          input_series: await scrapes(alert, checked + 1),
          promql_expr_test: [firing(alert, 19 * interval, 0), firing(alert, (19 + checked) * interval, 1)],
        },
      ],
    };
    const file = join(folder, `${alert}.yaml`);
    writeFileSync(file, stringify(test));
    expect(run(['test', 'rules', file])).toEqual({ status: 0, output: expect.stringContaining('SUCCESS') });
  });

  it('RfsNoBackup is silent where PostgreSQL has backups of its own', async () => {
    const { metrics, gauges } = start();
    gauges.lastBackup = undefined;
    expect([...(await scrape(metrics)).keys()].filter((series) => series.includes('last_backup'))).toEqual([]);
  });

  it('says for each alert what happened and what to do', () => {
    for (const { alert, annotations } of rules) {
      expect(annotations.summary.length, alert).toBeGreaterThan(20);
      expect(annotations.remedy.length, alert).toBeGreaterThan(20);
    }
  });
});

/** The values of a series in promtool's notation: `2x3` is 2 four times. */
function expanded(values: string): readonly number[] {
  return values.split(' ').flatMap((part) => {
    const [, value, more] = /^([^x]+)(?:x(\d+))?$/.exec(part) ?? [];
    return Array(Number(more ?? 0) + 1).fill(Number(value));
  });
}

describe('the alerts of the page for operators', () => {
  it.each(ofPage.map((rule) => [rule.alert, rule] as const))('%s fires as in Prometheus', async (alert, rule) => {
    const [interval, checked] = slow[alert] ?? quick;
    const { metrics, gauges } = start();
    const [series = '', values = ''] = processSeries[alert] ?? [];
    const own = expanded(values);
    let at = 0;
    const samples = async (names: ReadonlySet<string>): ReturnType<Metrics['samples']> => {
      const found = await metrics.samples(names);
      for (const name of ['process_start_time_seconds', 'nodejs_eventloop_lag_p99_seconds']) {
        const value = name === series ? (own[at] ?? 0) : 0;
        if (names.has(name)) found.set(name, [{ labels: {}, value }]);
      }
      return found;
    };
    const watch = new AlertWatch({ samples }, [rule]);
    for (; at <= 19 + checked; at += 1) {
      if (at === 20) bursts[alert]?.(metrics, gauges);
      await watch.scrape(at * interval * 1000);
      if (at === 19) expect(watch.firing).toEqual([]);
    }
    expect(watch.firing).toMatchObject([{ name: alert, severity: rule.labels.severity }]);
    expect(JSON.stringify(watch.firing)).not.toContain('{{');
  });
});

describe.runIf(promtool)('metrics', () => {
  it('have names and help by the conventions of Prometheus', async () => {
    const text = await start().metrics.text();
    const own = text.split('\n').filter((line) => /^(# \w+ )?rfs_/.test(line));
    expect(own.length).toBeGreaterThan(500);
    expect(run(['check', 'metrics'], `${own.join('\n')}\n`)).toEqual({ status: 0, output: '' });
  });
});

describe.runIf(promtool)('service/deploy/dashboard.json', () => {
  it('has valid queries on metrics of the service', async () => {
    const text = readFileSync(new URL('../../deploy/dashboard.json', import.meta.url), 'utf8');
    const { panels } = JSON.parse(text) as {
      readonly panels: readonly { readonly targets: { readonly expr: string }[] }[];
    };
    const queries = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
    expect(queries.length).toBeGreaterThan(20);
    const known = await start().metrics.text();
    for (const [name] of queries.join(' ').matchAll(/\b(?:rfs|nodejs|process)_\w+/g)) {
      expect(known).toContain(`# TYPE ${name.replace(/_bucket$/, '')} `);
    }
    const records = queries.map((query, index) => ({
      record: `query:${index}`,
      expr: query.replaceAll('$__rate_interval', '5m').replaceAll('$instance', '.*'),
    }));
    const file = join(folder, 'queries.yaml');
    writeFileSync(file, stringify({ groups: [{ name: 'dashboard', rules: records }] }));
    expect(run(['check', 'rules', file])).toEqual({ status: 0, output: expect.stringContaining('SUCCESS') });
  });
});

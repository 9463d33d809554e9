// Which alerts fire, by the rules of service/deploy/alerts.yaml and Prometheus' own evaluation (`promtool test rules`). In
// it the fault lasts half an hour, however short it was.
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse, stringify } from 'yaml';

const rulesFile = fileURLToPath(new URL('../../service/deploy/alerts.yaml', import.meta.url));

export const rules = parse(readFileSync(rulesFile, 'utf8')).groups.flatMap((group) => group.rules);

/** Metrics that the rules use. */
const used = new Set(rules.flatMap(({ expr }) => expr.match(/\b(?:rfs|nodejs|process)_\w+/g) ?? []));

/** Seconds between two scrapes. */
const interval = 30;

/** When each phase begins, in minutes: before the fault, during it, after it. */
const begins = [0, 10, 40, 100];

/** Metrics that are a time. Those of 0 are unknown. */
const isTime = /^(?:rfs_\w+_timestamp_seconds|process_start_time_seconds)\b/;

/**
 * What Prometheus gets of a process in one scrape: values by series; `up` alone where it does not respond.
 *
 * @param {string} url of the metrics
 * @param {string} instance
 */
export async function scrape(url, instance) {
  const labels = `job="remote-file-service",instance="${instance}"`;
  const at = Date.now() / 1000;
  const text = await fetch(url, { signal: AbortSignal.timeout(10_000) }).then(
    (response) => response.text(),
    () => undefined,
  );
  const values = new Map([[`up{${labels}}`, text === undefined ? 0 : 1]]);
  for (const line of (text ?? '').split('\n')) {
    const [, name = '', given = '', value] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
    if (used.has(name)) values.set(`${name}{${labels}${given && `,${given}`}}`, Number(value));
  }
  return { at, values };
}

/**
 * The alerts that fire, minute by minute of each phase.
 *
 * @param {readonly (readonly Awaited<ReturnType<typeof scrape>>[])[]} phases what was scraped of all processes in each
 * @param {string} folder for a file
 * @returns {readonly (readonly ReadonlySet<string>[])[]}
 */
export function firing(phases, folder) {
  const scrapes = phases.map((processes) => new Map(processes.flatMap(({ at, values }) => series(values, at))));
  const names = new Set(
    scrapes.flatMap((values) => [...values.keys()].filter((name) => counts(name, values.get(name)))),
  );
  const input = [...names].map((name) => ({ series: name, values: scrapes.map(valuesOf(name)).join(' ') }));
  const times = phases.map((_, phase) =>
    Array.from({ length: begins[phase + 1] - begins[phase] }, (_, minute) => begins[phase] + minute),
  );
  const expr = 'count by (alertname) (ALERTS{alertstate="firing"})';
  const test = {
    rule_files: [rulesFile],
    evaluation_interval: `${interval}s`,
    tests: [
      {
        interval: `${interval}s`,
        input_series: input,
        // Nothing is expected, so that it prints all that fires.
        promql_expr_test: times.flat().map((minute) => ({ expr, eval_time: `${minute}m`, exp_samples: [] })),
      },
    ],
  };
  const file = join(folder, 'alerts-test.yaml');
  writeFileSync(file, stringify(test));
  const { status, stdout, stderr, error } = spawnSync('promtool', ['test', 'rules', file], { encoding: 'utf8' });
  rmSync(file);
  if (error !== undefined) throw error;
  const seen = new Map();
  for (const [, time, got] of (stdout + stderr).matchAll(/, time: (\w+),\s*exp:.*\n\s*got:(.*)/g))
    seen.set(minutesOf(time), new Set([...got.matchAll(/alertname="(\w+)"/g)].map(([, name]) => name)));
  if (status !== 0 && seen.size === 0) throw new Error(`promtool: ${stdout}${stderr}`);
  return times.map((of) => of.map((minute) => seen.get(minute) ?? new Set()));
}

/** Whether a series matters: counters that stay 0 change nothing. */
const counts = (name, value) => value !== 0 || !/_(?:total|bucket|count|sum)\{/.test(name);

/** Series with their values; times are as long ago at each scrape as they were. */
const series = (values, at) =>
  [...values].map(([name, value]) => [name, isTime.test(name) && value !== 0 ? { ago: at - value } : value]);

const valuesOf = (name) => (values, phase) => {
  const value = values.get(name);
  const last = ((begins[phase + 1] - begins[phase]) * 60) / interval - 1;
  // The first scrape without a series ends it.
  if (value === undefined) return `stale _x${last - 1}`;
  if (typeof value === 'number') return `${value}x${last}`;
  const first = begins[phase] * 60 - value.ago;
  return name.startsWith('rfs_clock_') ? `${first}+${interval}x${last}` : `${first}x${last}`;
};

/** Minutes of a duration such as `1h5m`. */
function minutesOf(duration) {
  const [, hours = 0, rest = 0] = /^(?:(\d+)h)?(?:(\d+)m)?(?:0s)?$/.exec(duration) ?? [];
  return Number(hours) * 60 + Number(rest);
}

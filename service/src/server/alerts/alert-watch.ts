import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import { durationOf } from '../../common/duration.ts';
import type { Logger } from '../../common/logger.ts';
import { errorFields } from '../../common/logger.ts';
import { packagePath } from '../../common/package-version.ts';
import { PeriodicTask } from '../../common/periodic.ts';
import type { Metrics } from '../metrics.ts';
import { labelsKey, parseQuery, type Query, type Sample, type Samples } from './promql.ts';

/** A rule of deploy/alerts.yaml. */
interface AlertRule {
  readonly alert: string;
  readonly expr: string;
  readonly for?: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly remedy: string };
}

export interface FiringAlert {
  readonly name: string;
  readonly severity: string;
  readonly summary: string;
  readonly remedy: string;
  /** Milliseconds since 1970. */
  readonly since: number;
}

const rulesFile = packagePath('deploy/alerts.yaml');

/** Milliseconds between two scrapes. */
const scrapeEvery = 15_000;

/** A sample with the key of its series. */
interface KeyedSample extends Sample {
  readonly key: string;
}

interface Scrape {
  /** Seconds since 1970. */
  readonly time: number;
  readonly metrics: Map<string, readonly KeyedSample[]>;
}

/**
 * Evaluates the rules of deploy/alerts.yaml on the metrics of this process, as Prometheus would. It does not see what
 * began before its start, other processes, and that this one does not run.
 */
export class AlertWatch {
  readonly #metrics: Pick<Metrics, 'samples'>;
  readonly #rules: readonly (AlertRule & { readonly query: Query; readonly pending: Map<string, number> })[];
  /** Seconds that scrapes of a metric are kept. */
  readonly #kept = new Map<string, number>();
  #scrapes: Scrape[] = [];
  #firing: readonly FiringAlert[] = [];

  constructor(metrics: Pick<Metrics, 'samples'>, rules: readonly AlertRule[]) {
    this.#metrics = metrics;
    this.#rules = rules.map((rule) => ({ ...rule, query: parseQuery(rule.expr), pending: new Map() }));
    for (const { query } of this.#rules) {
      for (const [name, seconds] of query.metrics) {
        this.#kept.set(name, Math.max(seconds, this.#kept.get(name) ?? 0));
      }
    }
  }

  /**
   * Watches the metrics by the rules of this version until its task is stopped.
   *
   * @returns `watch` undefined, with a line of the log, when the rules cannot be used.
   */
  static async start(
    metrics: Metrics,
    log: Logger,
  ): Promise<{ readonly watch: AlertWatch | undefined; readonly task: PeriodicTask }> {
    const failed = (error: unknown): void => log.error('alerts failed', errorFields(error));
    const watch = await readRules()
      .then((rules) => new AlertWatch(metrics, rules))
      .catch(failed);
    const scrape = async (): Promise<void> => await watch?.scrape(Date.now()).catch(failed);
    await scrape();
    return { watch: watch ?? undefined, task: new PeriodicTask(scrapeEvery, scrape) };
  }

  /** The alerts that fired at the last scrape. */
  get firing(): readonly FiringAlert[] {
    return this.#firing;
  }

  /** Reads the metrics, and evaluates the rules. @param now milliseconds since 1970. */
  async scrape(now: number): Promise<void> {
    const time = now / 1000;
    const metrics = new Map<string, readonly KeyedSample[]>();
    for (const [name, samples] of await this.#metrics.samples(new Set(this.#kept.keys()))) {
      metrics.set(
        name,
        samples.map((sample) => ({ ...sample, key: labelsKey(sample.labels) })),
      );
    }
    this.#scrapes.push({ time, metrics });
    for (const scrape of this.#scrapes) {
      for (const [name, seconds] of this.#kept) {
        if (scrape.time <= time - seconds) scrape.metrics.delete(name);
      }
    }
    this.#scrapes = this.#scrapes.filter(({ metrics }) => metrics.size > 0);
    const samples: Samples = {
      time,
      latest: (metric) => this.#scrapes.at(-1)?.metrics.get(metric) ?? [],
      within: (metric, seconds) => this.#within(metric, time - seconds),
    };
    this.#firing = this.#rules.flatMap((rule) => firing(rule, samples, now));
  }

  #within(metric: string, after: number): ReturnType<Samples['within']> {
    const series = new Map<string, { labels: Sample['labels']; points: [number, number][] }>();
    for (const { time, metrics } of this.#scrapes) {
      if (time <= after) continue;
      for (const { labels, value, key } of metrics.get(metric) ?? []) {
        const one = series.get(key) ?? { labels, points: [] };
        one.points.push([time, value]);
        series.set(key, one);
      }
    }
    return [...series.values()];
  }
}

/** The rules of the first group; those of the second one are about what only Prometheus sees. */
async function readRules(): Promise<readonly AlertRule[]> {
  const { groups } = parse(await readFile(rulesFile, 'utf8')) as { groups: readonly { rules: AlertRule[] }[] };
  return groups[0]?.rules ?? [];
}

function firing(
  {
    alert,
    query,
    pending,
    labels: { severity },
    annotations,
    ...rule
  }: AlertRule & {
    readonly query: Query;
    readonly pending: Map<string, number>;
  },
  samples: Samples,
  now: number,
): readonly FiringAlert[] {
  const found = query.evaluate(samples);
  const keys = new Set(found.map(({ labels }) => labelsKey(labels)));
  for (const key of pending.keys()) if (!keys.has(key)) pending.delete(key);
  const wait = rule.for === undefined ? 0 : (durationOf(rule.for) ?? 0);
  return found.flatMap(({ labels }) => {
    const key = labelsKey(labels);
    const since = pending.get(key) ?? now;
    pending.set(key, since);
    if (now - since < wait) return [];
    const text = (template: string): string =>
      template.replace(/\{\{ \$labels\.(\w+) \}\}/g, (_, name: string) => labels[name] ?? '');
    const { summary, remedy } = annotations;
    return [{ name: alert, severity, summary: text(summary), remedy: text(remedy), since }];
  });
}

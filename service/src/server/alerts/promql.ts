/** A sample of a series at one time. */
export interface Sample {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** The samples of a series within a window, oldest first. */
interface RangedSeries {
  readonly labels: Sample['labels'];
  readonly points: readonly (readonly [seconds: number, value: number])[];
}

/** The samples of a metric that queries read. */
export interface Samples {
  /** Seconds since 1970. */
  readonly time: number;
  /** The last samples of a metric. */
  latest(metric: string): readonly Sample[];
  /** The samples of the last seconds. */
  within(metric: string, seconds: number): readonly RangedSeries[];
}

type Vector = readonly Sample[];
type Value = number | Vector;
type Node = (samples: Samples) => Value;
type RangeNode = (samples: Samples) => {
  readonly series: readonly RangedSeries[];
  readonly end: number;
  readonly seconds: number;
};

/** A query, with the metrics that it reads and the seconds that it looks back for each. */
export interface Query {
  readonly evaluate: (samples: Samples) => Vector;
  readonly metrics: ReadonlyMap<string, number>;
}

/**
 * Parses the part of PromQL that deploy/alerts.yaml uses: selectors, arithmetic, comparison, `and`, `or`, `sum by`,
 * `absent`, `changes`, `histogram_quantile`, `increase`, `predict_linear`, `rate` and `time`.
 *
 * @throws {SyntaxError} for everything else.
 */
export function parseQuery(text: string): Query {
  const parser = new Parser(text);
  const node = parser.parse();
  return { metrics: parser.metrics, evaluate: (samples) => vectorOf(node(samples)) };
}

const operators: readonly (readonly string[])[] = [
  ['or'],
  ['and'],
  ['==', '!=', '>', '<', '>=', '<='],
  ['+', '-'],
  ['*', '/'],
];

const calculations: Readonly<Record<string, (left: number, right: number) => number>> = {
  '+': (left, right) => left + right,
  '-': (left, right) => left - right,
  '*': (left, right) => left * right,
  '/': (left, right) => left / right,
};

const comparisons: Readonly<Record<string, (left: number, right: number) => boolean>> = {
  '==': (left, right) => left === right,
  '!=': (left, right) => left !== right,
  '>': (left, right) => left > right,
  '<': (left, right) => left < right,
  '>=': (left, right) => left >= right,
  '<=': (left, right) => left <= right,
};

const matchings: Readonly<Record<string, (value: string, wanted: string) => boolean>> = {
  '=': (value, wanted) => value === wanted,
  '!=': (value, wanted) => value !== wanted,
  '=~': (value, wanted) => new RegExp(`^(?:${wanted})$`).test(value),
  '!~': (value, wanted) => !new RegExp(`^(?:${wanted})$`).test(value),
};

const unitSeconds: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400 };

const token = /\s*(\d+(?:\.\d+)?(?:e\d+)?|[a-zA-Z_][a-zA-Z0-9_]*|"[^"\\]*"|=~|!~|==|!=|>=|<=|[-+*/()<>{}[\],=])/y;

class Parser {
  readonly metrics = new Map<string, number>();
  readonly #text: string;
  readonly #tokens: string[] = [];
  #at = 0;

  constructor(text: string) {
    this.#text = text;
    token.lastIndex = 0;
    let end = 0;
    for (let found = token.exec(text); found !== null; found = token.exec(text)) {
      this.#tokens.push(found[1] ?? '');
      end = token.lastIndex;
    }
    if (text.slice(end).trim() !== '') throw this.#error();
  }

  parse(): Node {
    const node = this.#binary(0);
    if (this.#at < this.#tokens.length) throw this.#error();
    return node;
  }

  #error(): SyntaxError {
    return new SyntaxError(`The query ${this.#text} is not supported at ${this.#tokens[this.#at] ?? 'its end'}.`);
  }

  #take(expected?: string): string {
    const next = this.#tokens[this.#at];
    if (next === undefined || (expected !== undefined && next !== expected)) throw this.#error();
    this.#at += 1;
    return next;
  }

  #isNext(text: string): boolean {
    if (this.#tokens[this.#at] !== text) return false;
    this.#at += 1;
    return true;
  }

  #binary(level: number): Node {
    const known = operators[level];
    if (known === undefined) return this.#primary();
    let left = this.#binary(level + 1);
    for (let next = this.#tokens[this.#at]; next !== undefined && known.includes(next); next = this.#tokens[this.#at]) {
      this.#at += 1;
      const [first, operator, second] = [left, next, this.#binary(level + 1)];
      left = (samples) => combined(operator, first(samples), second(samples));
    }
    return left;
  }

  #primary(): Node {
    const next = this.#take();
    if (next === '(') return this.#closed(this.#binary(0));
    if (/^\d/.test(next)) return () => Number(next);
    if (!/^[a-zA-Z_]/.test(next)) throw this.#error();
    if (next === 'sum') return this.#sum();
    if (this.#tokens[this.#at] === '(') return this.#call(next);
    const matches = this.#labels();
    this.#reads(next, 300);
    return (samples) => samples.latest(next).filter(({ labels }) => matches(labels));
  }

  #closed(node: Node): Node {
    this.#take(')');
    return node;
  }

  #sum(): Node {
    const names: string[] = [];
    if (this.#isNext('by')) {
      this.#take('(');
      do names.push(this.#take());
      while (this.#isNext(','));
      this.#take(')');
    }
    this.#take('(');
    const node = this.#closed(this.#binary(0));
    return (samples) => {
      const sums = new Map<string, Sample>();
      for (const { labels, value } of vectorOf(node(samples))) {
        const kept = Object.fromEntries(names.map((name) => [name, labels[name] ?? '']));
        const key = labelsKey(kept);
        sums.set(key, { labels: kept, value: (sums.get(key)?.value ?? 0) + value });
      }
      return [...sums.values()];
    };
  }

  #call(name: string): Node {
    this.#take('(');
    if (name === 'time') return this.#closed((samples) => samples.time);
    if (name === 'absent') {
      const node = this.#closed(this.#binary(0));
      return (samples) => (vectorOf(node(samples)).length === 0 ? [{ labels: {}, value: 1 }] : []);
    }
    if (name === 'histogram_quantile') {
      const quantile = Number(this.#take());
      this.#take(',');
      const node = this.#closed(this.#binary(0));
      return (samples) => quantiles(quantile, vectorOf(node(samples)));
    }
    const of = ranged[name];
    if (of === undefined) throw this.#error();
    const range = this.#range();
    const argument = this.#isNext(',') ? this.#binary(3) : () => 0;
    this.#take(')');
    return (samples) => {
      const { series, end, seconds } = range(samples);
      const other = argument(samples);
      return series.flatMap(({ labels, points }) => {
        const value = of(points, { end, seconds, argument: typeof other === 'number' ? other : 0 });
        return value === undefined ? [] : [{ labels, value }];
      });
    };
  }

  #range(): RangeNode {
    const metric = this.#take();
    const matches = this.#labels();
    this.#take('[');
    const seconds = Number(this.#take()) * (unitSeconds[this.#take()] ?? Number.NaN);
    this.#take(']');
    if (Number.isNaN(seconds)) throw this.#error();
    this.#reads(metric, seconds);
    return (samples) => {
      const series = samples.within(metric, seconds).filter(({ labels }) => matches(labels));
      return { series, end: samples.time, seconds };
    };
  }

  #reads(metric: string, seconds: number): void {
    this.metrics.set(metric, Math.max(seconds, this.metrics.get(metric) ?? 0));
  }

  #labels(): (labels: Sample['labels']) => boolean {
    const all: ((labels: Sample['labels']) => boolean)[] = [];
    if (this.#isNext('{')) {
      do {
        const name = this.#take();
        const matching = matchings[this.#take()];
        const wanted = this.#take().slice(1, -1);
        if (matching === undefined) throw this.#error();
        all.push((labels) => matching(labels[name] ?? '', wanted));
      } while (this.#isNext(','));
      this.#take('}');
    }
    return (labels) => all.every((matches) => matches(labels));
  }
}

type Points = RangedSeries['points'];

/** Functions of a range; undefined: no value. */
const ranged: Readonly<
  Record<
    string,
    (
      points: Points,
      of: { readonly end: number; readonly seconds: number; readonly argument: number },
    ) => number | undefined
  >
> = {
  changes: (points) =>
    points.length === 0 ? undefined : points.filter(([, value], at) => at > 0 && value !== points[at - 1]?.[1]).length,
  increase: (points, { end, seconds }) => increase(points, end - seconds, end),
  rate(points, { end, seconds }) {
    const total = increase(points, end - seconds, end);
    return total === undefined ? undefined : total / seconds;
  },
  predict_linear: (points, { end, argument }) => (points.length < 2 ? undefined : predicted(points, end, argument)),
};

/** The increase of a counter, extrapolated to the ends of the window as Prometheus does it. */
function increase(points: Points, start: number, end: number): number | undefined {
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined || points.length < 2) return undefined;
  let total = last[1] - first[1];
  // A counter that begins again.
  for (const [at, [, value]] of points.entries()) {
    const before = points[at - 1]?.[1] ?? value;
    if (value < before) total += before;
  }
  const sampled = last[0] - first[0];
  const between = sampled / (points.length - 1);
  const reach = (gap: number): number => (gap >= between * 1.1 ? between / 2 : gap);
  const sinceZero = total > 0 && first[1] >= 0 ? sampled * (first[1] / total) : Number.POSITIVE_INFINITY;
  const before = reach(Math.min(first[0] - start, sinceZero));
  return total * ((sampled + before + reach(end - last[0])) / sampled);
}

/** The value some seconds after the end, by the line of least squares. */
function predicted(points: Points, end: number, seconds: number): number {
  const count = points.length;
  const times = points.map(([at]) => at - end);
  const meanTime = times.reduce((sum, time) => sum + time, 0) / count;
  const mean = points.reduce((sum, [, value]) => sum + value, 0) / count;
  let [covariance, variance] = [0, 0];
  for (const [at, [, value]] of points.entries()) {
    const time = (times[at] ?? 0) - meanTime;
    covariance += time * (value - mean);
    variance += time * time;
  }
  return mean + (variance === 0 ? 0 : covariance / variance) * (seconds - meanTime);
}

/** The quantile of each histogram, by its buckets. */
function quantiles(quantile: number, buckets: Vector): Vector {
  const histograms = new Map<string, { labels: Sample['labels']; bounds: (readonly [number, number])[] }>();
  for (const { labels, value } of buckets) {
    const { le = '', ...rest } = labels;
    const key = labelsKey(rest);
    const histogram = histograms.get(key) ?? { labels: rest, bounds: [] };
    histogram.bounds.push([le === '+Inf' ? Number.POSITIVE_INFINITY : Number(le), value]);
    histograms.set(key, histogram);
  }
  return [...histograms.values()].map(({ labels, bounds }) => {
    const sorted = bounds.sort(([left], [right]) => left - right);
    const rank = quantile * (sorted.at(-1)?.[1] ?? 0);
    const at = sorted.findIndex(([, count]) => count >= rank);
    const [bound, count] = sorted[at] ?? [Number.NaN, 0];
    const [lower, below] = sorted[at - 1] ?? [0, 0];
    if (rank === 0) return { labels, value: Number.NaN };
    if (bound === Number.POSITIVE_INFINITY) return { labels, value: lower };
    return { labels, value: lower + (bound - lower) * ((rank - below) / (count - below)) };
  });
}

function combined(operator: string, left: Value, right: Value): Value {
  if (operator === 'or') {
    const known = new Set(vectorOf(left).map(({ labels }) => labelsKey(labels)));
    return [...vectorOf(left), ...vectorOf(right).filter(({ labels }) => !known.has(labelsKey(labels)))];
  }
  if (operator === 'and') {
    const known = new Set(vectorOf(right).map(({ labels }) => labelsKey(labels)));
    return vectorOf(left).filter(({ labels }) => known.has(labelsKey(labels)));
  }
  const calculate = calculations[operator];
  const compare = comparisons[operator];
  const apply = (first: number, second: number, kept: Sample): readonly Sample[] => {
    if (calculate !== undefined) return [{ labels: kept.labels, value: calculate(first, second) }];
    return compare?.(first, second) ? [kept] : [];
  };
  if (typeof left === 'number' && typeof right === 'number') {
    return calculate?.(left, right) ?? (compare?.(left, right) ? 1 : 0);
  }
  if (typeof right === 'number') return vectorOf(left).flatMap((sample) => apply(sample.value, right, sample));
  if (typeof left === 'number') return right.flatMap((sample) => apply(left, sample.value, sample));
  const others = new Map(right.map((sample) => [labelsKey(sample.labels), sample.value]));
  return left.flatMap((sample) => {
    const other = others.get(labelsKey(sample.labels));
    return other === undefined ? [] : apply(sample.value, other, sample);
  });
}

function vectorOf(value: Value): Vector {
  return typeof value === 'number' ? [{ labels: {}, value }] : value;
}

/** A text that is the same for equal labels. */
export function labelsKey(labels: Sample['labels']): string {
  return JSON.stringify(Object.entries(labels).sort(([left], [right]) => (left < right ? -1 : 1)));
}

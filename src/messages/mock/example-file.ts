import type { ResolvedOperation } from '../../contract/index.ts';
import { isMissing, type MapNode, readYaml, type YamlNode } from '../../contract/index.ts';
import { type Findings, mock as kinds, type Range, source } from '../../diagnostics/index.ts';
import type { Value } from '../model/value.ts';
import type { ConvertOptions, ValuePath, ValueProblem } from '../values/convert-value.ts';
import { Random } from '../values/random.ts';
import type { ServiceMessages } from '../values/service-messages.ts';
import { unknownIn } from '../verify/needed-fields.ts';
import type { MockExample, MockFault, MockOutcome } from './example.ts';
import { readExpectations } from './expectation-file.ts';
import { knownEntries } from './known-entries.ts';

const exampleKeys = ['when', 'respond', 'fault', 'sequence', 'delay', 'times', 'expect', 'needs'];
const outcomeKeys = ['respond', 'fault', 'delay'];
const faultKeys = ['name', 'reason', 'code', 'status', 'detail'];
const codes = ['Sender', 'Receiver', 'VersionMismatch', 'MustUnderstand', 'DataEncodingUnknown'] as const;
const longestDelay = 600_000;

/** A mock responds to requests; a probe sends one, and may say what it expects. */
export type ExampleUse = 'mock' | 'probe';

export interface ExampleOptions {
  readonly seed: string;
  readonly use: ExampleUse;
}

/** Reads the examples of one operation. What is wrong is among the findings. */
export class ExampleReader {
  readonly #findings: Findings;
  readonly #messages: ServiceMessages;
  readonly #operation: ResolvedOperation;
  readonly #seed: string;
  readonly #use: ExampleUse;

  /** @param seed of the values of required fields that an example leaves out. */
  constructor(
    findings: Findings,
    messages: ServiceMessages,
    operation: ResolvedOperation,
    { seed, use }: ExampleOptions,
  ) {
    this.#use = use;
    this.#findings = findings;
    this.#messages = messages;
    this.#operation = operation;
    this.#seed = seed;
  }

  read(): readonly MockExample[] {
    const root = readYaml(this.#findings);
    if (root === undefined) return [];
    if (root.kind !== 'list') {
      this.#findings.add(kinds.exampleShape, { what: 'A file of examples must be a list' }, root.at);
      return [];
    }
    return root.items.flatMap((item) => {
      const expect = readExpectations(item, this.#findings);
      const example = this.#example(item);
      return example === undefined ? [] : [{ ...example, ...(expect && { expect }) }];
    });
  }

  #example(node: YamlNode): MockExample | undefined {
    const entries = this.#entries(node, exampleKeys, 'An example');
    if (entries === undefined) return undefined;
    const when = this.#when(entries.get('when'));
    const times = this.#times(entries.get('times'));
    const hasExpected = entries.has('expect');
    const shared = { when, times, needs: this.#needs(entries.get('needs')), at: this.#findings.place(node.at) };
    const sequence = entries.get('sequence');
    if (sequence === undefined) {
      const isOpen = !entries.has('respond') && !entries.has('fault');
      if (isOpen && this.#use === 'probe') return { ...shared, outcomes: [] };
      // Such an example only says what a service must respond.
      if (isOpen && (hasExpected || shared.needs !== undefined)) return undefined;
      const outcome = this.#outcome(entries, node.at);
      return outcome && { ...shared, outcomes: [outcome] };
    }
    if (sequence.kind !== 'list' || sequence.items.length === 0 || entries.has('respond') || entries.has('fault')) {
      this.#findings.add(
        kinds.exampleShape,
        { what: 'A sequence is a list of responses, alone in its example' },
        sequence.at,
      );
      return undefined;
    }
    const outcomes = sequence.items.flatMap((item) => {
      const own = this.#entries(item, outcomeKeys, 'A response of a sequence');
      return (own && this.#outcome(own, item.at)) ?? [];
    });
    return { ...shared, outcomes };
  }

  /** Paths of fields: `Lines/Text`. */
  #needs(node: YamlNode | undefined): MockExample['needs'] {
    if (node === undefined) return undefined;
    if (node.kind !== 'list') {
      this.#findings.add(kinds.exampleShape, { what: '`needs` is a list of fields, such as Lines/Text' }, node.at);
      return undefined;
    }
    const { output, result } = this.#operation;
    const type = result?.type ?? output?.type;
    return node.items.flatMap((item) => {
      const path = item.kind === 'text' ? item.text.split('/') : [];
      const unknown = type && unknownIn(this.#messages.model, type, path);
      if (unknown !== undefined) {
        const parameters = { where: 'needs', name: unknown.name, known: unknown.among };
        this.#findings.add(kinds.unknownField, parameters, item.at, { didYouMean: unknown });
      }
      return path.length === 0 || unknown !== undefined ? [] : [path];
    });
  }

  /** A part of a request, or the whole request of a probe. */
  #when(node: YamlNode | undefined): Value {
    if (this.#use === 'mock') return this.#value(node, 'request', 'when', { partial: true });
    const options = this.#options('when');
    if (node !== undefined) return this.#value(node, 'request', 'when', options);
    return this.#messages.convert(this.#operation, 'request', {}, [], options).value;
  }

  #outcome(entries: ReadonlyMap<string, YamlNode>, at: Range): MockOutcome | undefined {
    const [respond, fault] = [entries.get('respond'), entries.get('fault')];
    const delay = this.#delay(entries.get('delay'));
    if ((respond === undefined) === (fault === undefined)) {
      const what = respond === undefined ? 'It has neither respond nor fault' : 'It has both respond and fault';
      this.#findings.add(kinds.exampleShape, { what }, at);
      return undefined;
    }
    if (fault !== undefined) {
      const read = this.#fault(fault);
      return read && { kind: 'fault', fault: read, delay };
    }
    return { kind: 'respond', value: this.#value(respond, 'response', 'respond', this.#respondOptions()), delay };
  }

  #respondOptions(): ConvertOptions {
    return this.#use === 'probe' ? { partial: true } : this.#options('respond');
  }

  #options(what: string): ConvertOptions {
    const random = new Random(`${this.#seed} ${this.#operation.name} ${what}`);
    return { missing: this.#messages.maker({ random }) };
  }

  #value(node: YamlNode | undefined, side: 'request' | 'response', what: string, options: ConvertOptions): Value {
    if (node === undefined) return undefined;
    const { value, problems } = this.#messages.convert(this.#operation, side, givenOf(node), [], options);
    this.#report(problems, node, what);
    return value;
  }

  #fault(node: YamlNode): MockFault | undefined {
    const entries = this.#entries(node, faultKeys, 'A fault');
    if (entries === undefined) return undefined;
    const { faults, name: operation } = this.#operation;
    const [reason, name, code = 'Receiver', status] = ['reason', 'name', 'code', 'status'].map((key) => {
      const own = entries.get(key);
      return own?.kind === 'text' ? own.text : undefined;
    });
    const known = codes.find((one) => one === code);
    if (known === undefined) {
      this.#findings.add(source.notOneOf, { value: code, what: 'fault code', allowed: codes }, entries.get('code')?.at);
    }
    const shared = { code: known ?? 'Receiver', status: status === undefined ? undefined : Number(status) } as const;
    if (name === undefined)
      return { ...shared, reason: reason ?? 'The mock responds with a fault.', declared: undefined };
    const fault = faults.find(({ identifier, element }) => identifier === name || element.name.local === name);
    if (fault === undefined) {
      const among = faults.map(({ identifier }) => identifier);
      const parameters = { operation, name, known: among.length === 0 ? 'none' : among };
      this.#findings.add(kinds.unknownFault, parameters, entries.get('name')?.at, { didYouMean: { name, among } });
      return undefined;
    }
    const detail = entries.get('detail');
    const options = this.#use === 'probe' ? { partial: true } : this.#options(name);
    const given = detail === undefined ? {} : givenOf(detail);
    const { value, problems } = this.#messages.convertRoot(fault, given, [], options);
    this.#report(problems, detail ?? node, 'detail');
    return { ...shared, reason: reason ?? name, declared: { fault, detail: value } };
  }

  #report(problems: readonly ValueProblem[], node: YamlNode, what: string): void {
    for (const { path, reason, among } of problems) {
      const name = String(path.at(-1));
      const at = positionOf(node, path, among !== undefined);
      const where = (parts: ValuePath): string => [what, ...parts].join('/');
      if (among === undefined) this.#findings.add(kinds.wrongValue, { where: where(path), reason }, at);
      else {
        const parameters = { where: where(path.slice(0, -1)), name, known: among };
        this.#findings.add(kinds.unknownField, parameters, at, { didYouMean: { name, among } });
      }
    }
  }

  #delay(node: YamlNode | undefined): number {
    if (node === undefined) return 0;
    const text = node.kind === 'text' ? node.text : '';
    const [, digits, unit] = /^(\d+(?:\.\d+)?)(ms|s)$/.exec(text) ?? [];
    const delay = Number(digits) * (unit === 's' ? 1_000 : 1);
    if (delay <= longestDelay) return delay;
    this.#findings.add(kinds.wrongDelay, { value: text, what: 'delay' }, node.at);
    return 0;
  }

  #times(node: YamlNode | undefined): number {
    if (node === undefined) return Number.POSITIVE_INFINITY;
    const text = node.kind === 'text' ? node.text : '';
    if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
    this.#findings.add(kinds.wrongDelay, { value: text, what: 'number of times' }, node.at);
    return 1;
  }

  /** The values of a map by their keys; unknown keys are reported. */
  #entries(node: YamlNode, keys: readonly string[], where: string): ReadonlyMap<string, YamlNode> | undefined {
    const entries = knownEntries(node, keys, where, this.#findings);
    return entries && new Map(entries.map(({ key, value }) => [key.text, value]));
  }
}

/** Texts stay texts, whose types tell what they mean: a post code keeps its zeros. */
export function givenOf(node: YamlNode): Value {
  switch (node.kind) {
    case 'list':
      return node.items.map(givenOf);
    case 'map':
      return Object.fromEntries(node.entries.map(({ key, value }) => [key.text, givenOf(value)]));
    case 'text':
      return isMissing(node) || (node.plain && (node.text === 'null' || node.text === '~')) ? null : node.text;
  }
}

/** The place of a part of a value; of what is missing, the place that it is missing from. */
function positionOf(node: YamlNode, path: ValuePath, isKey: boolean): Range {
  let found = node;
  for (const [index, step] of path.entries()) {
    const entry = typeof step === 'string' ? entryOf(found, step) : undefined;
    if (isKey && index === path.length - 1 && entry !== undefined) return entry.key.at;
    const next = typeof step === 'number' ? itemOf(found, step) : entry?.value;
    if (next === undefined) break;
    found = next;
  }
  return found.at;
}

function itemOf(node: YamlNode, index: number): YamlNode | undefined {
  return node.kind === 'list' ? node.items[index] : undefined;
}

function entryOf(node: YamlNode, name: string): MapNode['entries'][number] | undefined {
  return node.kind === 'map' ? node.entries.find(({ key }) => key.text === name) : undefined;
}

import { join } from 'node:path';
import type { Diagnostic } from '../../src/diagnostics/index.ts';
import { GeneratedFolder } from '../generate-here.ts';
import { hasXmllint } from '../interop/schemas.ts';
import { bodyOf, Judges, withBody } from './acceptance.ts';
import { type ContractTexts, contracts } from './contracts.ts';
import { isOurRestriction, unexplained } from './differences.ts';
import { type Draw, drawn } from './draw.ts';
import { call, documentsIn, drawExchange, type Exchange, type Outcome } from './exchange.ts';
import { type Generated, generateIn } from './generated.ts';
import { expectedCodes, load } from './loading.ts';
import { mutate } from './mutations.ts';
import { again, samples } from './runs.ts';
import { difference } from './same.ts';
import { NoValue } from './simple-values.ts';
import { type Element, parseTree, printTree } from './tree.ts';
import { findingsOf } from './validated.ts';
import { Known } from './values.ts';

/** How much is tried. */
export interface StudySize {
  readonly contracts: number;
  /** Exchanges of each operation. */
  readonly values: number;
  /** Changed messages of each exchange. */
  readonly mutations: number;
}

/** What random contracts, values and changed messages came to. Each list holds what must not be. */
export class Study {
  readonly figures = {
    contracts: 0,
    refusedForClashes: 0,
    exchanges: 0,
    /** A type without a value that the generator of values finds. */
    withoutValue: 0,
    documents: 0,
    mutations: 0,
    mutationsRefused: 0,
    /** Groups that come back grouped otherwise, see `greedyCounts` of differences.ts. */
    regrouped: 0,
  };
  readonly unexpectedDiagnostics: string[] = [];
  readonly failures: string[] = [];
  readonly invalid: string[] = [];
  readonly disagreements: string[] = [];
  /** Of the first contracts, for a compiler. */
  readonly folders: string[] = [];
  /** Of all contracts that are taken, for other programs. */
  readonly wsdls: { readonly path: string; readonly operations: readonly string[]; readonly texts: string }[] = [];
  readonly folder: GeneratedFolder = new GeneratedFolder('property');
  readonly #size: StudySize;

  constructor(size: StudySize) {
    this.#size = size;
  }

  async run(): Promise<void> {
    for (const [index, texts] of samples(contracts, this.#size.contracts).entries()) await this.#contract(index, texts);
  }

  async #contract(index: number, texts: ContractTexts): Promise<void> {
    const { contract, diagnostics } = load(texts);
    if (contract === undefined) return this.#refused(index, texts, diagnostics);
    this.figures.contracts++;
    const report = (what: string, error: unknown): string => reportOf(`${what}: ${messageOf(error)}`, index, texts);
    let generated: Generated;
    try {
      generated = await generateIn(this.folder, contract);
    } catch (error) {
      this.failures.push(report('It is taken, and cannot be generated and imported', error));
      return;
    }
    this.folders.push(generated.folder);
    const { names, operations } = generated.service;
    this.wsdls.push({
      path: join(generated.folder, names.wsdl),
      operations: operations.map(({ name }) => name),
      texts: reportOf('', index, texts),
    });
    try {
      await this.#values(index, generated, report);
    } catch (error) {
      this.failures.push(report('A fault of the test', error));
    }
  }

  #refused(index: number, texts: ContractTexts, diagnostics: readonly Diagnostic[]): void {
    this.figures.refusedForClashes++;
    const other = diagnostics.find(({ code, severity }) => severity === 'error' && !expectedCodes.has(code));
    if (other === undefined) return;
    this.unexpectedDiagnostics.push(
      reportOf(`${other.code} ${other.message} (${other.file}:${other.line})`, index, texts),
    );
  }

  async #values(index: number, generated: Generated, report: (what: string, error: unknown) => string): Promise<void> {
    const known = new Known(generated.service, generated.contract);
    const documents: string[] = [];
    const changed: Changed[] = [];
    for (const [number, operation] of generated.service.operations.entries()) {
      const exchanges = drawn((draw) => ({
        exchange: possible(() => drawExchange(draw, known, operation)),
        draw: changes(draw, this.#size),
      }));
      for (const { exchange, draw: seeds } of samples(exchanges, this.#size.values, index * 100 + number)) {
        if (exchange === undefined) {
          this.figures.withoutValue++;
          continue;
        }
        const outcome = await this.#exchange(generated, exchange, report);
        if (outcome === undefined) continue;
        documents.push(...documentsIn(outcome.wire));
        changed.push(...changedMessages(outcome, operation, seeds));
      }
    }
    if (!hasXmllint) return;
    const findings = findingsOf(generated.wsdl, [...documents, ...changed.map(({ root }) => printTree(root))]);
    this.figures.documents += documents.length;
    for (const [at, document] of documents.entries()) {
      const [found] = unexplained(findings[at] ?? []);
      if (found !== undefined) this.invalid.push(report('xmllint refuses what we write', `${found}\n${document}`));
    }
    await this.#judge(generated, changed, findings.slice(documents.length), report);
  }

  /** In tolerant mode over SOAP 1.1, in strict mode over 1.2. */
  async #exchange(
    generated: Generated,
    exchange: Exchange,
    report: (what: string, error: unknown) => string,
  ): Promise<Outcome | undefined> {
    let first: Outcome | undefined;
    for (const strict of [false, true]) {
      const mode = { soap: strict ? '1.2' : '1.1', strict } as const;
      this.figures.exchanges++;
      try {
        const outcome = await call(generated, exchange, mode);
        first ??= outcome;
        const found = await differenceOf(exchange, outcome);
        if (found === undefined) continue;
        if (await isRegrouped(generated, exchange, outcome, mode)) this.figures.regrouped++;
        else this.failures.push(report(`${exchange.operation.name} comes back as something else`, found));
      } catch (error) {
        this.failures.push(report(`${exchange.operation.name}, ${strict ? 'strict' : 'tolerant'}`, error));
      }
    }
    return first;
  }

  async #judge(
    generated: Generated,
    changed: readonly Changed[],
    findings: readonly (readonly string[])[],
    report: (what: string, error: unknown) => string,
  ): Promise<void> {
    const judges = new Judges(generated);
    const anyNames = namesOfAny(generated);
    for (const [index, { what, root, envelope, operation }] of changed.entries()) {
      const said = findings[index] ?? [];
      const left = unexplained(said).filter((one) => !isNilOfAny(one, anyNames));
      const strict = await judges.strict(envelope, operation);
      const tolerant = await judges.tolerant(envelope, operation);
      this.figures.mutations++;
      if (strict !== undefined) this.figures.mutationsRefused++;
      const found =
        strict === undefined && left.length > 0
          ? `we take it, xmllint says: ${left[0]}`
          : strict !== undefined && said.length === 0 && !isOurRestriction(strict)
            ? `xmllint takes it, we say: ${strict}`
            : tolerant !== undefined && strict === undefined
              ? `the strict server takes it, the tolerant one says: ${tolerant}`
              : undefined;
      if (found !== undefined) this.disagreements.push(report(what, `${found}\n${printTree(root)}`));
    }
  }
}

interface Changed {
  readonly what: string;
  readonly root: Element;
  readonly envelope: string;
  readonly operation: Exchange['operation'];
}

function changes(draw: Draw, { mutations }: StudySize): readonly number[] {
  return Array.from({ length: mutations }, () => draw.int(0, 2 ** 30));
}

function changedMessages(
  { wire }: Outcome,
  operation: Exchange['operation'],
  seeds: readonly number[],
): readonly Changed[] {
  const root = bodyOf(wire.request);
  if (root === undefined) return [];
  return seeds.flatMap((one) => {
    const [mutation] = samples(
      drawn((draw) => mutate(draw, root)),
      1,
      one,
    );
    return mutation === undefined ? [] : [{ ...mutation, envelope: withBody(wire.request, mutation.root), operation }];
  });
}

function possible<T>(make: () => T): T | undefined {
  try {
    return make();
  } catch (error) {
    if (error instanceof NoValue) return undefined;
    throw error;
  }
}

async function differenceOf(exchange: Exchange, outcome: Outcome): Promise<string | undefined> {
  const { input, output, fault, headers, answerHeaders } = exchange;
  const read = (list: Exchange['headers']): unknown => list.map(({ sample }) => sample.read);
  return (
    (await difference(outcome.input, input.read, 'request')) ??
    (await difference(outcome.output, output?.read, 'answer')) ??
    (await difference(outcome.fault, fault?.sample.read, 'fault')) ??
    (await difference(outcome.headers, read(headers), 'headers')) ??
    (await difference(outcome.answerHeaders, read(answerHeaders), 'headers of the answer'))
  );
}

/** Whether what came back is written as the same elements with the same text. */
async function isRegrouped(
  generated: Generated,
  exchange: Exchange,
  outcome: Outcome,
  mode: Parameters<typeof call>[2],
): Promise<boolean> {
  const same = (value: unknown) => ({ sent: value, read: value });
  const back = await call(
    generated,
    {
      ...exchange,
      input: same(outcome.input),
      output: exchange.output && same(outcome.output),
      headers: exchange.headers.map((one, index) => ({ ...one, sample: same(outcome.headers[index]) })),
      answerHeaders: exchange.answerHeaders.map((one, index) => ({
        ...one,
        sample: same(outcome.answerHeaders[index]),
      })),
      fault: exchange.fault && { ...exchange.fault, sample: same(outcome.fault) },
    },
    mode,
  );
  const bare = (envelope: string): string => printTree(withoutAttributes(parseTree(envelope)));
  const { request, response } = outcome.wire;
  return bare(back.wire.request) === bare(request) && (response === '' || bare(back.wire.response) === bare(response));
}

/** Attributes with defaults are there when they were not. */
function withoutAttributes(element: Element): Element {
  const children = element.children.map((child) => (typeof child === 'string' ? child : withoutAttributes(child)));
  return { ...element, attributes: [], children };
}

/** Local names of elements preserved as text: those of anyType, and global ones if there are wildcards. */
function namesOfAny({ service, contract }: Generated): ReadonlySet<string> {
  const found = new Set<string>();
  let isOpen = false;
  JSON.stringify([...service.messages, ...service.declarations], (_, value) => {
    if (value?.kind === 'field' && value.type?.kind === 'any') found.add(String(value.name.local));
    if (value?.kind === 'any' && value.wildcard !== undefined) isOpen = true;
    return value;
  });
  if (isOpen) for (const { name } of contract.schemas.flatMap(({ elements }) => elements)) found.add(name.local);
  return found;
}

/** That an element of anyType is nil is not looked at, see `wildcardContent` of differences.ts. */
function isNilOfAny(finding: string, names: ReadonlySet<string>): boolean {
  const [, local = ''] = /Element '(?:\{[^}]*\})?([^']*)': The element is not 'nillable'/.exec(finding) ?? [];
  return names.has(local);
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause instanceof Error ? ` (${error.cause.name}: ${error.cause.message})` : '';
  return `${error.name}: ${error.message}${cause}`;
}

function reportOf(what: string, index: number, texts: ContractTexts): string {
  const files = [...texts].map(([file, text]) => `# ${file}\n${text}`).join('\n');
  return `${what}\n${again(index)}\n${files}`;
}

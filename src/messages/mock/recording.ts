import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ResolvedOperation } from '../../contract/index.ts';
import { loadYamlPackage } from '../../contract/index.ts';
import type { Value } from '../model/value.ts';

/** An exchange as an example: texts, lists and objects. */
export interface RecordedExchange {
  readonly when: Value;
  /** `respond` or `fault` with its value. */
  readonly outcome: Readonly<Record<string, Value>>;
}

interface Recorded {
  readonly when: Value;
  readonly outcomes: Readonly<Record<string, Value>>[];
}

/** Writes exchanges as examples, a file for each operation. What a file had before stays, and is not written again. */
export class Recording {
  readonly #folder: string;
  /** By operation and request, in the order in which they came. */
  readonly #recorded: Map<string, Map<string, Recorded>> = new Map();
  readonly #before: Map<string, string> = new Map();

  /** @throws {Error} of node:fs if the folder cannot be created. */
  constructor(folder: string) {
    this.#folder = folder;
    mkdirSync(folder, { recursive: true });
  }

  /** Whether the exchange is new. @throws {Error} of node:fs. */
  add({ identifier }: Pick<ResolvedOperation, 'identifier'>, { when, outcome }: RecordedExchange): boolean {
    const file = join(this.#folder, `${identifier}.yaml`);
    const before = this.#before.get(file) ?? fileText(file);
    this.#before.set(file, before);
    const known = this.#recorded.get(identifier) ?? new Map<string, Recorded>();
    this.#recorded.set(identifier, known);
    const key = JSON.stringify(when);
    const same = known.get(key);
    // An outcome that repeats the last one is not a further step of a sequence.
    if (JSON.stringify(same?.outcomes.at(-1)) === JSON.stringify(outcome)) return false;
    const recorded: Recorded = { when, outcomes: [...(same?.outcomes ?? []), outcome] };
    if (before.includes(yamlText([exampleOf(recorded)]))) return false;
    known.set(key, recorded);
    const text = yamlText([...known.values()].map(exampleOf));
    writeFileSync(file, before === '' || before.endsWith('\n') ? before + text : `${before}\n${text}`);
    return true;
  }
}

function exampleOf({ when, outcomes }: Recorded): Value {
  const [first] = outcomes;
  return outcomes.length === 1 ? { when, ...first } : { when, sequence: outcomes };
}

/** Texts stay as they are: readers of examples take every scalar as a text. */
export function yamlText(value: Value): string {
  const { Document, Scalar, visit } = loadYamlPackage();
  const document = new Document(value, { schema: 'failsafe' });
  visit(document, {
    Scalar(_, node) {
      // The schema has texts alone: null is a text without quotes.
      if (node.value === null) node.value = 'null';
      else if (/^(?:null|~|)$/.test(String(node.value))) node.type = Scalar.QUOTE_DOUBLE;
    },
  });
  return document.toString({ lineWidth: 0 });
}

/** Empty for a file that does not exist. */
export function fileText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '';
    throw error;
  }
}

import { setTimeout as wait } from 'node:timers/promises';
import type { ResolvedOperation } from '../../contract/index.ts';
import type { Value } from '../model/value.ts';
import { Random } from '../values/random.ts';
import type { ServiceMessages } from '../values/service-messages.ts';
import type { ComputedOutcome, MockCall, MockExample, MockOutcome, Responder } from './example.ts';
import { matches, textOfValue } from './match.ts';

interface Used {
  readonly example: MockExample;
  count: number;
}

export interface BehaviourOptions {
  /** Responds to a request that no example matches; by default with a plausible value. */
  readonly otherwise?: ((operation: ResolvedOperation, request: Value) => MockOutcome) | undefined;
}

/** Decides what a mock responds: the first example that matches the request, and otherwise a plausible value. */
export class Behaviour implements Responder {
  readonly #messages: ServiceMessages;
  readonly #seed: string;
  readonly #otherwise: (operation: ResolvedOperation, request: Value) => MockOutcome;
  /** By the names of the operations' methods. */
  readonly #examples: Map<string, Used[]> = new Map();

  constructor(messages: ServiceMessages, seed: string, { otherwise }: BehaviourOptions = {}) {
    this.#messages = messages;
    this.#seed = seed;
    this.#otherwise = otherwise ?? ((operation, request) => this.#plausible(operation, request));
  }

  /** Examples that are added later count first. */
  add(operation: ResolvedOperation, example: MockExample): void {
    const known = this.#examples.get(operation.identifier) ?? [];
    this.#examples.set(operation.identifier, [{ example, count: 0 }, ...known]);
  }

  /** @param examples by the names of the operations' methods, the first one counts first. */
  replace(examples: ReadonlyMap<string, readonly MockExample[]>): void {
    this.#examples.clear();
    for (const [name, list] of examples) {
      this.#examples.set(
        name,
        list.map((example) => ({ example, count: 0 })),
      );
    }
  }

  /** The response to a request, after its delay. */
  async respond({ operation, request, context: { signal } }: MockCall): Promise<MockOutcome> {
    const chosen = this.#chosen(operation, request) ?? this.#otherwise(operation, request);
    const outcome = chosen.kind === 'computed' ? await chosen.compute(request) : chosen;
    if (outcome.delay > 0) await wait(outcome.delay, undefined, { signal });
    return outcome;
  }

  #chosen({ identifier }: ResolvedOperation, request: Value): MockOutcome | ComputedOutcome | undefined {
    const used = this.#examples
      .get(identifier)
      ?.find(({ example, count }) => count < example.times && matches(example.when, request));
    if (used === undefined) return undefined;
    const { outcomes } = used.example;
    const outcome = outcomes[Math.min(used.count, outcomes.length - 1)];
    used.count++;
    return outcome;
  }

  /** The same for the same seed, operation and request. */
  #plausible(operation: ResolvedOperation, request: Value): MockOutcome {
    const random = new Random(`${this.#seed} ${operation.name} ${textOfValue(request)}`);
    const maker = this.#messages.maker({ random, echo: echoOf(request) });
    return { kind: 'respond', value: this.#messages.make(operation, 'response', maker), delay: 0 };
  }
}

/** Texts and numbers of a request by the names of their fields in lower case, the outer ones first. */
function echoOf(request: Value): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const waiting: Value[] = [request];
  for (let value = waiting.shift(); value !== undefined; value = waiting.shift()) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) continue;
    for (const [name, own] of Object.entries(value as object) as [string, Value][]) {
      const key = name.toLowerCase();
      if (typeof own === 'object') waiting.push(own);
      else if (own !== undefined && typeof own !== 'boolean' && own !== '' && !found.has(key))
        found.set(key, String(own));
    }
  }
  return found;
}

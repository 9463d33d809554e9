import { completeLocation, type Related, type SourceLocation, visible } from '../../diagnostics/index.ts';
import type { Place } from './places.ts';
import type { RuleId } from './rule.ts';

/** Which messages hold a component. */
const reaches = ['request', 'response', 'request header', 'response header', 'fault'] as const;
export type Reach = (typeof reaches)[number];

/** Who sends a message: clients the old form of it, or the server the new one. */
export type Direction = 'request' | 'response';

function directionOf(reach: Reach): Direction {
  return reach.startsWith('request') ? 'request' : 'response';
}

/** The operation whose messages led to a component first, by the kind of message. */
export type ReachedBy = ReadonlyMap<Reach, string>;

/** The messages of each direction. */
export function byDirection(reached: ReachedBy): ReadonlyMap<Direction, ReachedBy> {
  const found = new Map<Direction, Map<Reach, string>>();
  for (const [reach, operation] of reached) {
    const direction = directionOf(reach);
    const same = found.get(direction) ?? new Map<Reach, string>();
    found.set(direction, same.set(reach, operation));
  }
  return found;
}

/** A violation of a rule, before settings apply. */
export interface Violation {
  readonly rule: RuleId;
  /** Path of the component, in the new contract or, of a deleted one, in the old contract. */
  readonly path: string;
  readonly message: string;
  /** Position in the new contract: of a deleted component, that of what contained it. */
  readonly location: SourceLocation;
  /** Position in the old contract. */
  readonly before: SourceLocation | undefined;
  readonly reached: ReachedBy;
}

export interface ViolationPlaces {
  /** The subject of the finding, for its path. */
  readonly subject: Place;
  /** In the new contract. */
  readonly after: Place;
  readonly before: Place | undefined;
}

/** Collects violations: each once, whichever way the component was reached. */
export class Violations {
  readonly #found: Map<string, Violation & { readonly reached: Map<Reach, string> }> = new Map();

  add(
    rule: RuleId,
    { subject, after, before }: ViolationPlaces,
    message: string,
    reached: ReachedBy = new Map(),
  ): void {
    const key = `${rule} ${subject.path} ${message}`;
    const known = this.#found.get(key);
    if (known !== undefined) {
      for (const [reach, operation] of reached) if (!known.reached.has(reach)) known.reached.set(reach, operation);
      return;
    }
    this.#found.set(key, {
      rule,
      path: subject.path,
      message: visible(message),
      location: { ...after.origin },
      before: before && { ...before.origin },
      reached: new Map(reached),
    });
  }

  get all(): readonly Violation[] {
    return [...this.#found.values()];
  }
}

/** `in the request of "Find" and in responses (such as that of "Load")` */
export function reachText(reached: ReachedBy): string {
  const texts = reaches.flatMap((reach) => {
    const operation = reached.get(reach);
    return operation === undefined ? [] : [`${article(reach)} of "${operation}"`];
  });
  if (texts.length < 2) return texts.join('');
  return `${texts.slice(0, -1).join(', ')} and ${texts.at(-1)}`;
}

function article(reach: Reach): string {
  return reach === 'fault' ? 'a fault' : reach.endsWith('header') ? `a ${reach}` : `the ${reach}`;
}

/** The position in the old contract, as a place that is related to a finding. */
export function relatedOf(before: SourceLocation | undefined): readonly Related[] {
  return before?.file === undefined ? [] : [{ ...completeLocation(before), message: 'In the old contract.' }];
}

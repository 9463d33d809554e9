import type { Related, SourceLocation } from '../../diagnostics/index.ts';
import type { Contract, Origin, QName } from './model.ts';

/** A component that claims a name, and its description in messages. */
export interface Claim {
  readonly what: string;
  readonly origin: Origin | undefined;
}

/** The first claim of each name. */
export class ClaimedNames {
  readonly #claims: Map<string, Claim> = new Map();

  /** Returns the earlier claim of the name, if there is one. */
  claim(name: string, claim: Claim): Claim | undefined {
    const first = this.#claims.get(name);
    if (first === undefined) this.#claims.set(name, claim);
    return first;
  }
}

/** A name as the contract writes it: with a prefix for another namespace that has one. */
export function prefixedName({ schemas, targetNamespace }: Contract, { namespace, local }: QName): string {
  if (namespace === targetNamespace) return local;
  const prefix = schemas.find((schema) => schema.targetNamespace === namespace)?.prefix;
  return prefix === undefined ? local : `${prefix}:${local}`;
}

export function locationOf({ origin }: Claim): SourceLocation {
  return { ...origin };
}

export function relatedTo(first: Claim): { readonly related?: readonly Related[] } {
  return first.origin === undefined ? {} : { related: [{ ...locationOf(first), message: 'The other one is here.' }] };
}

export function lower(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1);
}

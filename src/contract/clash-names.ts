import type { Related, SourceLocation } from '../diagnostics/index.ts';
import type { Contract, Origin, QName } from './model.ts';

/** Something that has a name, and how a message calls it. */
export interface Claim {
  readonly what: string;
  readonly origin: Origin | undefined;
}

/** Calls back for every claim of a name after the first one. */
export class ClaimedNames {
  readonly #claims: Map<string, Claim> = new Map();

  claim(name: string, claim: Claim, clash: (first: Claim) => void): void {
    const first = this.#claims.get(name);
    if (first === undefined) this.#claims.set(name, claim);
    else clash(first);
  }
}

/** A name as the contract writes it: with its prefix, where it is of another namespace and that has one. */
export function shownName({ schemas, targetNamespace }: Contract, { namespace, local }: QName): string {
  if (namespace === targetNamespace) return local;
  const prefix = schemas.find((schema) => schema.targetNamespace === namespace)?.prefix;
  return prefix === undefined ? local : `${prefix}:${local}`;
}

export function placeOf({ origin }: Claim): SourceLocation {
  return origin === undefined
    ? {}
    : { file: origin.file, line: origin.line, column: origin.column, length: origin.length };
}

export function relatedTo(first: Claim): { readonly related?: readonly Related[] } {
  return first.origin === undefined ? {} : { related: [{ ...placeOf(first), message: 'The other one is here.' }] };
}

export function lower(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1);
}

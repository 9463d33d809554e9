import type { Member } from '../../contract/index.ts';
import { canAdmit, elementsOf, fieldsIn } from './content.ts';

/** How a tolerant reader arranges the children of a content model; the numbers are indexes in the table of children. */
export interface ChildOrder {
  readonly repeated: readonly (readonly number[])[];
  /** The child before the elements of the wildcard, if there is one. */
  readonly others: number | undefined;
}

/** Undefined where the name of an element does not tell its place: it occurs twice, or a wildcard may admit it. */
export function childOrder(members: readonly Member[]): ChildOrder | undefined {
  const fields = fieldsIn(members);
  if (elementsOf(members).length !== fields.length) return undefined;
  const order = new OrderBuilder(members);
  const [wildcard, second] = order.wildcards;
  if (second !== undefined || order.repeatsWildcard) return undefined;
  if (wildcard !== undefined && fields.some(({ name }) => canAdmit(wildcard.member, name.namespace))) return undefined;
  return { repeated: order.repeated, others: wildcard?.after };
}

class OrderBuilder {
  readonly repeated: number[][] = [];
  readonly wildcards: { readonly member: Member & { readonly kind: 'any' }; readonly after: number }[] = [];
  repeatsWildcard = false;
  #count = 0;

  constructor(members: readonly Member[]) {
    this.#add(members);
  }

  #add(members: readonly Member[], isRepeated = false): void {
    for (const member of members) {
      if (member.kind === 'field') this.#count++;
      else if (member.kind === 'any') {
        this.wildcards.push({ member, after: this.#count - 1 });
        this.repeatsWildcard ||= isRepeated;
      } else this.#addInner(member, isRepeated);
    }
  }

  #addInner(member: Member & { readonly kind: 'choice' | 'group' }, isRepeated: boolean): void {
    const first = this.#count;
    const inner = member.kind === 'choice' ? member.choice.cases : member.group.members;
    this.#add(inner, isRepeated || member.many);
    if (!member.many || isRepeated || this.#count === first) return;
    this.repeated.push([first, this.#count - 1, ...(member.kind === 'group' ? requiredIn(inner, first) : [])]);
  }
}

/** The required elements in a sequence of single elements; empty for any other content, whose order is left as it is. */
function requiredIn(members: readonly Member[], first: number): readonly number[] {
  if (members.some((member) => member.kind !== 'field' || member.many)) return [];
  return members.flatMap(({ optional }, index) => (optional ? [] : [first + index]));
}

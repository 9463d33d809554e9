import type { Declaration, Field, Member, ValueType } from '../../contract/index.ts';

/** How deep the smallest value of each type is. Types that hold themselves need to know when to end. */
export class Heights {
  readonly #of: Map<string, number> = new Map();
  readonly #mayBeNull: (field: Field) => boolean;

  /** @param mayBeNull whether a field has a nil that is valid, which ends what holds itself. */
  constructor(declarations: readonly Declaration[], mayBeNull: (field: Field) => boolean = () => false) {
    this.#mayBeNull = mayBeNull;
    let changed = true;
    while (changed) {
      changed = false;
      for (const declaration of declarations) {
        const height = this.#declaration(declaration);
        if (height >= this.#type(declaration.typeName)) continue;
        this.#of.set(declaration.typeName, height);
        changed = true;
      }
    }
  }

  /** Whether it can hold anything at all. */
  isFinite(member: Member): boolean {
    return Number.isFinite(this.#once(member));
  }

  leastMembers(members: readonly Member[]): readonly Member[] {
    return smallest(members, (member) => this.#once(member));
  }

  least<T>(list: readonly T[], typeNameOf: (one: T) => string): readonly T[] {
    return smallest(list, (one) => this.#type(typeNameOf(one)));
  }

  #type(typeName: string): number {
    return this.#of.get(typeName) ?? Number.POSITIVE_INFINITY;
  }

  #declaration(declaration: Declaration): number {
    switch (declaration.kind) {
      case 'structure': {
        const { content } = declaration;
        if (content.kind === 'text') return 1;
        return 1 + this.#all(content.kind === 'fields' ? content.fields : content.members);
      }
      case 'group-type':
        return this.#all(declaration.members);
      case 'choice-type':
        return Math.min(Number.POSITIVE_INFINITY, ...declaration.cases.map((one) => this.#once(one)));
      case 'polymorphic':
        return Math.min(Number.POSITIVE_INFINITY, ...declaration.members.map(({ typeName }) => this.#type(typeName)));
    }
  }

  #all(members: readonly Member[]): number {
    return Math.max(0, ...members.map((member) => (member.optional || member.least === 0 ? 0 : this.#once(member))));
  }

  #once(member: Member): number {
    switch (member.kind) {
      case 'field':
        return this.#mayBeNull(member) ? 0 : this.#value(member.type);
      case 'choice':
        return Math.min(Number.POSITIVE_INFINITY, ...member.choice.cases.map((one) => this.#once(one)));
      case 'group':
        return this.#all(member.group.members);
      case 'any':
        return 0;
    }
  }

  #value(type: ValueType): number {
    return type.kind === 'record' ? this.#type(type.typeName) : 0;
  }
}

function smallest<T>(list: readonly T[], heightOf: (one: T) => number): readonly T[] {
  const least = Math.min(Number.POSITIVE_INFINITY, ...list.map(heightOf));
  return Number.isFinite(least) ? list.filter((one) => heightOf(one) === least) : [];
}

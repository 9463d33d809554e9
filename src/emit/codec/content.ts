import {
  type AnyMember,
  canBeAbsent,
  type Declaration,
  type Field,
  type Member,
  nameKey,
  type Wildcard,
} from '../../contract/index.ts';

/**
 * Content models as a reader with one element of look-ahead walks them. XML Schema grants that one is enough (part 1,
 * 3.8.6: Unique Particle Attribution).
 */

/** The members of a declaration's content. */
export function membersOf(declaration: Declaration | undefined): readonly Member[] {
  switch (declaration?.kind) {
    case 'structure': {
      const { content } = declaration;
      if (content.kind === 'fields') return content.fields;
      return content.kind === 'text' ? [] : content.members;
    }
    case 'choice-type':
      return declaration.cases;
    case 'group-type':
      return declaration.members;
    default:
      return [];
  }
}

/** The elements of a content model, each name once, in order, as a table of children lists them. */
export function elementsOf(members: readonly Member[]): readonly Field[] {
  const found = new Map<string, Field>();
  for (const field of fieldsIn(members)) {
    const key = nameKey(field.name);
    if (!found.has(key)) found.set(key, field);
  }
  return [...found.values()];
}

/** All fields of a content model, in order; an element can occur several times. */
export function fieldsIn(members: readonly Member[], found: Field[] = []): readonly Field[] {
  for (const member of members) {
    if (member.kind === 'field') found.push(member);
    else if (member.kind === 'choice') fieldsIn(member.choice.cases, found);
    else if (member.kind === 'group') fieldsIn(member.group.members, found);
  }
  return found;
}

/** Whether there is a wildcard in it. */
export function isOpen(members: readonly Member[]): boolean {
  return wildcardsOf(members).length > 0;
}

/** The wildcards in it, each property once. */
export function wildcardsOf(members: readonly Member[]): readonly AnyMember[] {
  const found = new Map<string, AnyMember>();
  const visit = (member: Member): void => {
    if (member.kind === 'any') {
      if (!found.has(member.property)) found.set(member.property, member);
    } else if (member.kind === 'choice') member.choice.cases.forEach(visit);
    else if (member.kind === 'group') member.group.members.forEach(visit);
  };
  members.forEach(visit);
  return [...found.values()];
}

/** The reader's result at the beginning of a member: an index, or `soap.OTHER` with a guard if there are several wildcards. */
export interface Label {
  readonly text: string;
  /** The condition that this wildcard admits the element. */
  readonly guard?: string;
}

/** The labels that a member may begin with. */
export class FirstSets {
  readonly #elements: readonly Field[];
  readonly #indexes: ReadonlyMap<string, number>;
  readonly #guardOf: (member: AnyMember) => string | undefined;

  /** @param guardOf the guard of a wildcard that is not the only one. */
  constructor(elements: readonly Field[], guardOf: (member: AnyMember) => string | undefined) {
    this.#elements = elements;
    this.#indexes = new Map(elements.map(({ name }, index) => [nameKey(name), index]));
    this.#guardOf = guardOf;
  }

  indexOf({ name }: Field): number {
    return this.#indexes.get(nameKey(name)) ?? -1;
  }

  of(member: Member): readonly Label[] {
    switch (member.kind) {
      case 'field':
        return [{ text: String(this.indexOf(member)) }];
      case 'choice':
        return distinct(member.choice.cases.flatMap((one) => this.of(one)));
      case 'group':
        return this.#ofSequence(member.group.members);
      case 'any': {
        const named = this.#elements.flatMap(({ name }, index) =>
          allows(member.wildcard, name.namespace, member.targetNamespace) ? [{ text: String(index) }] : [],
        );
        const guard = this.#guardOf(member);
        return [...named, { text: 'soap.OTHER', ...(guard !== undefined && { guard }) }];
      }
    }
  }

  #ofSequence(members: readonly Member[]): readonly Label[] {
    const found: Label[] = [];
    for (const member of members) {
      found.push(...this.of(member));
      if (!canBeAbsent(member)) break;
    }
    return distinct(found);
  }
}

function distinct(labels: readonly Label[]): readonly Label[] {
  return [...new Map(labels.map((label) => [`${label.text} ${label.guard ?? ''}`, label])).values()];
}

/** The condition that the reader's last result has the label. */
export function conditionOf({ text, guard }: Label): string {
  return guard === undefined ? `next === ${text}` : `(next === ${text} && ${guard})`;
}

/** Whether the wildcard admits elements of a namespace. */
export function canAdmit({ wildcard, targetNamespace }: AnyMember, namespace: string): boolean {
  return allows(wildcard, namespace, targetNamespace);
}

/** XML Schema part 1, 3.10.4. */
function allows({ namespaces }: Wildcard, namespace: string, target: string): boolean {
  if (namespaces === '##any') return true;
  if (namespaces === '##other') return namespace !== '' && namespace !== target;
  return namespaces.some((word) => {
    if (word === '##targetNamespace') return namespace === target;
    return word === '##local' ? namespace === '' : namespace === word;
  });
}

/** Groups and choices that may repeat. */
export function repeatedGroups(members: readonly Member[]): readonly Member[] {
  return members.flatMap((member) => {
    if (member.kind === 'field' || member.kind === 'any') return [];
    const inner = member.kind === 'choice' ? member.choice.cases : member.group.members;
    return [...(member.many ? [member] : []), ...repeatedGroups(inner)];
  });
}

/** What a reader of particles knows of their content. */
export interface ParticleContent {
  /** As a table of children lists them. */
  readonly elements: readonly Field[];
  /** The guard of a label is the property of its wildcard. */
  readonly first: FirstSets;
  /** The texts of the first labels of the groups that may repeat. */
  readonly again: ReadonlySet<string>;
  readonly wildcards: readonly AnyMember[];
}

export function contentOf(members: readonly Member[]): ParticleContent {
  const elements = elementsOf(members);
  const wildcards = wildcardsOf(members);
  const first = new FirstSets(elements, ({ property, wildcard }) =>
    wildcards.length < 2 || wildcard.namespaces === '##any' ? undefined : property,
  );
  const again = repeatedGroups(members).flatMap((member) => first.of(member).map(({ text }) => text));
  return { elements, first, again: new Set(again), wildcards };
}

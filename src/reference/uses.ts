import type {
  Declaration,
  Member,
  ResolvedOperation,
  ResolvedService,
  SimpleDefinition,
  Structure,
  ValueType,
} from '../contract/index.ts';
import { membersOf } from '../emit/index.ts';

/** What refers to a type: another type by a field, or an operation by one of its messages. */
export interface Use {
  readonly from: string;
  readonly isOperation: boolean;
  /** Name of the field, or `request`, `response`, `fault`, `header block`. */
  readonly by: string;
}

/** References between types and operations, in both directions. */
export class Uses {
  /** References of each type, by its name in TypeScript. */
  readonly #outgoing: Map<string, { readonly to: string; readonly by: string }[]> = new Map();
  readonly #incoming: Map<string, Use[]> = new Map();
  readonly #roots: ReadonlyMap<string, string>;
  readonly #reached: Map<string, string[]> = new Map();

  constructor(service: ResolvedService) {
    this.#roots = operationRoots(service);
    for (const declaration of [...service.messages, ...service.declarations]) this.#addDeclaration(declaration);
    for (const { typeName, definition } of service.simpleTypes) this.#addSimple(typeName, definition);
    for (const operation of service.operations) this.#addOperation(operation);
    for (const [from, all] of this.#outgoing) for (const one of all) this.#addIncoming(from, one);
    for (const operation of service.operations) this.#reach(operation);
  }

  /** Types that a type refers to, each once. */
  of(typeName: string): readonly { readonly to: string; readonly by: string }[] {
    return [...new Map((this.#outgoing.get(typeName) ?? []).map((one) => [one.to, one])).values()];
  }

  /** What refers to a type, each once. */
  to(typeName: string): readonly Use[] {
    const all = this.#incoming.get(typeName) ?? [];
    return [...new Map(all.map((use) => [`${use.isOperation} ${use.from} ${use.by}`, use])).values()];
  }

  /** Identifiers of the operations whose messages can hold a type. */
  reachedBy(typeName: string): readonly string[] {
    return this.#reached.get(typeName) ?? [];
  }

  #addDeclaration(declaration: Declaration): void {
    if (declaration.kind === 'polymorphic') {
      for (const { typeName } of declaration.members) this.#add(declaration.typeName, typeName, 'xsi:type');
    }
    if (declaration.kind !== 'structure') return;
    for (const { type, property } of declaration.attributes) this.#addValue(declaration.typeName, type, property);
    const { content } = declaration;
    if (content.kind === 'text') this.#addValue(declaration.typeName, content.text.type, 'text');
    else for (const member of membersOf(declaration)) this.#addMember(declaration.typeName, member);
  }

  #addMember(from: string, member: Member): void {
    if (member.kind === 'field') this.#addValue(from, member.type, member.name.local);
    if (member.kind === 'choice') for (const one of member.choice.cases) this.#addMember(from, one);
    if (member.kind === 'group') for (const one of member.group.members) this.#addMember(from, one);
  }

  #addValue(from: string, type: ValueType, by: string): void {
    if (type.kind === 'record') this.#add(from, type.typeName, by);
    if (type.kind === 'simple' && type.declared !== undefined) this.#add(from, type.declared, by);
    if (type.kind === 'array') this.#addValue(from, type.item, by);
  }

  #addSimple(from: string, definition: SimpleDefinition): void {
    if (definition.kind === 'declared') this.#add(from, definition.typeName, 'simple type');
    if (definition.kind === 'restriction') this.#addSimple(from, definition.base);
    if (definition.kind === 'list') this.#addSimple(from, definition.item);
    if (definition.kind === 'union') for (const member of definition.members) this.#addSimple(from, member);
  }

  #addOperation(operation: ResolvedOperation): void {
    for (const { to, by } of messagesOf(operation)) {
      if (this.#roots.get(to) === operation.identifier) continue;
      this.#incomingOf(to).push({ from: operation.identifier, isOperation: true, by });
    }
  }

  #add(from: string, to: string, by: string): void {
    const known = this.#outgoing.get(from);
    if (known === undefined) this.#outgoing.set(from, [{ to, by }]);
    else known.push({ to, by });
  }

  #addIncoming(from: string, { to, by }: { readonly to: string; readonly by: string }): void {
    const operation = this.#roots.get(from);
    this.#incomingOf(to).push({ from: operation ?? from, isOperation: operation !== undefined, by });
  }

  #incomingOf(typeName: string): Use[] {
    const known = this.#incoming.get(typeName);
    if (known !== undefined) return known;
    const uses: Use[] = [];
    this.#incoming.set(typeName, uses);
    return uses;
  }

  #reach(operation: ResolvedOperation): void {
    const seen = new Set<string>();
    const waiting = messagesOf(operation).map(({ to }) => to);
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      if (seen.has(next)) continue;
      seen.add(next);
      const known = this.#reached.get(next);
      if (known === undefined) this.#reached.set(next, [operation.identifier]);
      else known.push(operation.identifier);
      for (const { to } of this.#outgoing.get(next) ?? []) waiting.push(to);
    }
  }
}

/** Types of the messages of an operation. */
function messagesOf({ input, output, headers, faults }: ResolvedOperation): readonly { to: string; by: string }[] {
  const blocks = [...headers.input, ...headers.output].map(({ header }) => ({ type: header.type, by: 'header block' }));
  return [
    { type: input.type, by: 'request' },
    ...(output === undefined ? [] : [{ type: output.type, by: 'response' }]),
    ...blocks,
    ...faults.map(({ type }) => ({ type, by: 'fault' })),
  ].flatMap(({ type, by }) => {
    if (type.kind === 'record') return [{ to: type.typeName, by }];
    return type.kind === 'simple' && type.declared !== undefined ? [{ to: type.declared, by }] : [];
  });
}

/** Wrappers of one message, which its operation's page shows: the operation's identifier by the type's name. */
export function operationRoots(service: ResolvedService): ReadonlyMap<string, string> {
  return new Map(
    service.operations.flatMap(({ identifier, input, output }) =>
      [input.structure, output?.structure].flatMap((one: Structure | undefined): [string, string][] =>
        one === undefined || one.name !== undefined ? [] : [[one.typeName, identifier]],
      ),
    ),
  );
}

import type { Declaration, Member, ResolvedBody, ResolvedService, ValueType } from '../../contract/index.ts';
import { elementsOf, membersOf } from './content.ts';

/** Which values contain streamed fields, and the names of these fields on the wire. */
export class Streams {
  readonly #declarations: ReadonlyMap<string, Declaration>;
  readonly #names: Map<string, readonly string[]> = new Map();

  constructor({ messages, declarations }: ResolvedService) {
    this.#declarations = new Map([...messages, ...declarations].map((one) => [one.typeName, one]));
  }

  /** Whether a member of a content model is streamed, or contains a streamed field. */
  isIn(member: Member): boolean {
    return elementsOf([member]).some(({ stream, type }) => stream || this.namesIn(type).length > 0);
  }

  /** Local names of the elements of a message that are streamed. */
  namesInBody({ type, element }: ResolvedBody): readonly string[] {
    return type.kind === 'simple' && type.representation === 'Blob' ? [element.local] : this.namesIn(type);
  }

  /** Local names of the streamed fields in a value. */
  namesIn(type: ValueType): readonly string[] {
    if (type.kind !== 'record') return [];
    const known = this.#names.get(type.typeName);
    if (known !== undefined) return known;
    const names = this.#collect(type.typeName);
    this.#names.set(type.typeName, names);
    return names;
  }

  /** Without recursion: types may contain one another. */
  #collect(typeName: string): readonly string[] {
    const names = new Set<string>();
    const seen = new Set<string>();
    const open = [typeName];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (seen.has(next)) continue;
      seen.add(next);
      const declaration = this.#declarations.get(next);
      if (declaration?.kind === 'polymorphic') open.push(...declaration.members.map((member) => member.typeName));
      for (const { stream, name, type } of elementsOf(contentOf(declaration))) {
        if (stream) names.add(name.local);
        else if (type.kind === 'record') open.push(type.typeName);
      }
    }
    return [...names];
  }
}

function contentOf(declaration: Declaration | undefined): readonly Member[] {
  switch (declaration?.kind) {
    case 'structure':
      return membersOf(declaration);
    case 'choice-type':
      return declaration.cases;
    case 'group-type':
      return declaration.members;
    default:
      return [];
  }
}

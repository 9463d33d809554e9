import type { Declaration, Member, ResolvedBody, ResolvedService, ValueType } from '../../contract/index.ts';
import { fieldsIn, membersOf } from './content.ts';

/** Which values contain streamed fields, and the names of these fields on the wire. */
export class Streams {
  readonly #declarations: ReadonlyMap<string, Declaration>;
  readonly #streaming: ReadonlySet<string>;

  constructor({ messages, declarations }: ResolvedService) {
    const all = [...messages, ...declarations];
    this.#declarations = new Map(all.map((one) => [one.typeName, one]));
    this.#streaming = streamingTypes(all);
  }

  /** Whether a member of a content model is streamed, or contains a streamed field. */
  isIn(member: Member): boolean {
    return fieldsIn([member]).some(({ stream, type }) => stream || this.#isStreaming(type));
  }

  #isStreaming(type: ValueType): boolean {
    return type.kind === 'record' && this.#streaming.has(type.typeName);
  }

  /** Local names of the elements of a message that are streamed. */
  namesInBody({ type, element }: ResolvedBody): readonly string[] {
    return type.kind === 'simple' && type.representation === 'Blob' ? [element.local] : this.namesIn(type);
  }

  /** Local names of the streamed fields in a value. Without recursion: types may contain one another. */
  namesIn(type: ValueType): readonly string[] {
    const names = new Set<string>();
    const seen = new Set<string>();
    // The loop also visits the types that it adds.
    const add = (typeName: string): void => {
      if (this.#streaming.has(typeName)) seen.add(typeName);
    };
    if (type.kind === 'record') add(type.typeName);
    for (const typeName of seen) {
      const declaration = this.#declarations.get(typeName);
      for (const { stream, name } of fieldsIn(membersOf(declaration))) if (stream) names.add(name.local);
      for (const inner of innerTypes(declaration)) add(inner);
    }
    return [...names];
  }
}

/** The types that contain a streamed field, found from the fields to the types around them: each type is visited once. */
function streamingTypes(declarations: readonly Declaration[]): ReadonlySet<string> {
  const holders = new Map<string, string[]>();
  const found = new Set<string>();
  for (const declaration of declarations) {
    const { typeName } = declaration;
    if (fieldsIn(membersOf(declaration)).some(({ stream }) => stream)) found.add(typeName);
    for (const inner of innerTypes(declaration)) {
      const known = holders.get(inner);
      if (known === undefined) holders.set(inner, [typeName]);
      else known.push(typeName);
    }
  }
  // The loop also visits the types that it adds.
  for (const typeName of found) for (const holder of holders.get(typeName) ?? []) found.add(holder);
  return found;
}

/** Names of the types of the fields of a type, or of the types derived from it. */
function innerTypes(declaration: Declaration | undefined): readonly string[] {
  if (declaration?.kind === 'polymorphic') return declaration.members.map(({ typeName }) => typeName);
  return fieldsIn(membersOf(declaration)).flatMap(({ type }) => (type.kind === 'record' ? [type.typeName] : []));
}

import {
  type Declaration,
  faultCodecOf,
  headerCodecOf,
  type Member,
  type ResolvedHeader,
  type ResolvedService,
  type RootValue,
  requestTypeNameOf,
  responseTypeNameOf,
  type ValueType,
} from '../contract/index.ts';
import type { Side, Sides } from './file.ts';

/** Which codecs code needs. */
export interface Directions {
  readonly reads: boolean;
  readonly writes: boolean;
}

/** A header block that no operation declares can be sent by both sides. */
export function headerDirections({ operations }: ResolvedService, side: Side): (header: ResolvedHeader) => Directions {
  const namesIn = (key: 'input' | 'output') =>
    new Set(operations.flatMap(({ headers }) => headers[key].map(({ header }) => header.identifier)));
  const written = namesIn(side === 'client' ? 'input' : 'output');
  const read = namesIn(side === 'client' ? 'output' : 'input');
  return ({ identifier }) => ({
    reads: read.has(identifier) || !written.has(identifier),
    writes: written.has(identifier) || !read.has(identifier),
  });
}

/** Which codecs of each type the sides need: a client writes what is in requests, and reads what is in responses. */
export function codecDirections(service: ResolvedService, sides: Sides): (typeName: string) => Directions {
  if (sides === 'both') return () => ({ reads: true, writes: true });
  const declarations = new Map([...service.messages, ...service.declarations].map((one) => [one.typeName, one]));
  const reads = new Reach(declarations);
  const writes = new Reach(declarations);
  const [requests, responses] = sides === 'client' ? [writes, reads] : [reads, writes];
  for (const { operation, input, output } of service.operations) {
    requests.root(input, requestTypeNameOf(operation));
    if (output !== undefined) responses.root(output, responseTypeNameOf(operation));
  }
  for (const fault of service.faults) responses.root(fault, faultCodecOf(fault.identifier));
  const directionsOf = headerDirections(service, sides);
  for (const header of service.headers) {
    const directions = directionsOf(header);
    if (directions.reads) reads.root(header, headerCodecOf(header.identifier));
    if (directions.writes) writes.root(header, headerCodecOf(header.identifier));
  }
  return (typeName) => ({ reads: reads.found.has(typeName), writes: writes.found.has(typeName) });
}

/** The types that values of some roots can contain. */
class Reach {
  readonly found: Set<string> = new Set();
  readonly #declarations: ReadonlyMap<string, Declaration>;

  constructor(declarations: ReadonlyMap<string, Declaration>) {
    this.#declarations = declarations;
  }

  /** @param use name of the codec of a root that is no record, or nillable. */
  root({ type }: RootValue, use: string): void {
    this.found.add(use);
    const waiting = [...namesIn(type)];
    // Not recursive, so that a long chain of types does not exhaust the stack.
    for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
      if (this.found.has(name) && name !== use) continue;
      this.found.add(name);
      const declaration = this.#declarations.get(name);
      if (declaration !== undefined) waiting.push(...containedIn(declaration).filter((one) => !this.found.has(one)));
    }
  }
}

function namesIn(type: ValueType): readonly string[] {
  if (type.kind === 'array') return namesIn(type.item);
  return type.kind === 'record' ? [type.typeName] : [];
}

function containedIn(declaration: Declaration): readonly string[] {
  switch (declaration.kind) {
    case 'structure': {
      const { content } = declaration;
      return content.kind === 'text'
        ? []
        : (content.kind === 'fields' ? content.fields : content.members).flatMap(namesOf);
    }
    case 'polymorphic':
      return declaration.members.map(({ typeName }) => typeName);
    case 'choice-type':
      return declaration.cases.flatMap(namesOf);
    case 'group-type':
      return declaration.members.flatMap(namesOf);
  }
}

/** Groups and choices are printed with what contains them, and their own members are part of it. */
function namesOf(member: Member): readonly string[] {
  switch (member.kind) {
    case 'field':
      return namesIn(member.type);
    case 'choice':
      return [member.choice.typeName, ...member.choice.cases.flatMap(namesOf)];
    case 'group':
      return [member.group.typeName, ...member.group.members.flatMap(namesOf)];
    case 'any':
      return [];
  }
}

import { rootOf, type SimpleDefinition, type SimpleValue } from '../../contract/index.ts';

/** The type of a simple value in TypeScript. */
export interface SimpleText {
  /** Whether it is a union of literals. */
  readonly isUnion: boolean;
  /** Representations and literals, sorted, without the names of types. */
  readonly members: readonly string[];
}

/** @param definition of the type that the value's `declared` names. */
export function simpleTextOf(value: SimpleValue, definition: SimpleDefinition | undefined): SimpleText {
  const members = definition === undefined ? [value.representation] : membersOf(definition);
  return { isUnion: members.some((member) => member.startsWith('"')), members: [...new Set(members)].sort() };
}

function membersOf(definition: SimpleDefinition): readonly string[] {
  switch (definition.kind) {
    case 'built-in':
      return [definition.representation];
    case 'declared':
      return membersOf(definition.definition);
    case 'restriction': {
      const { enumeration } = definition.facets;
      const hasLiterals = /^(?:string|bigint|number|boolean)$/.test(rootOf(definition)?.representation ?? '');
      if (enumeration === undefined || !hasLiterals) return membersOf(definition.base);
      return enumeration.map(({ value }) => JSON.stringify(value));
    }
    case 'list':
      return [`(${[...membersOf(definition.item)].sort().join(' | ')})[]`];
    case 'union':
      return definition.members.flatMap(membersOf);
  }
}

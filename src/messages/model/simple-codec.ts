import * as soap from '@soapwright/runtime';
import {
  type Facets,
  mappingsOf,
  type Representation,
  type SimpleDefinition,
  type SimpleTypeName,
  translatePattern,
} from '../../contract/index.ts';

const exported: Readonly<Record<string, unknown>> = soap;

/** The object of the runtime that reads and writes values of a simple type, as generated code has it. */
export function simpleCodec(definition: SimpleDefinition): soap.SimpleType<unknown> {
  switch (definition.kind) {
    case 'built-in':
      return builtIn(definition.name, definition.representation);
    case 'declared':
      return simpleCodec(definition.definition);
    case 'restriction':
      return soap.restriction(definition.name, simpleCodec(definition.base), codecFacets(definition.facets));
    case 'list':
      return soap.list(definition.name, simpleCodec(definition.item)) as soap.SimpleType<unknown>;
    case 'union':
      return soap.union(definition.name, ...definition.members.map(simpleCodec));
  }
}

function builtIn(name: SimpleTypeName, representation: Representation): soap.SimpleType<unknown> {
  const isBig = mappingsOf(name).includes('bigint');
  const suffix =
    representation === 'DateTime' || representation === 'Duration'
      ? 'Exact'
      : representation === 'Date' && name === 'date'
        ? 'AsDate'
        : representation === 'number' && (isBig || name === 'decimal')
          ? 'AsNumber'
          : representation === 'string' && isBig
            ? 'AsString'
            : '';
  return exported[`${name}${suffix}`] as soap.SimpleType<unknown>;
}

/** The object of the runtime for a built-in type whose values lose nothing. */
export function exactCodec(name: SimpleTypeName): soap.SimpleType<unknown> {
  return exported[`${name}${name === 'dateTime' || name === 'duration' ? 'Exact' : ''}`] as soap.SimpleType<unknown>;
}

/** Facets as the runtime takes them. */
export function codecFacets({ enumeration, patterns, ...rest }: Facets): soap.Facets {
  const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined)) as soap.Facets;
  const expressions = patterns?.flatMap((pattern) => {
    const translated = translatePattern(pattern);
    return 'fault' in translated ? [] : [new RegExp(translated.source, translated.flags)];
  });
  return {
    ...given,
    ...(enumeration && { enumeration: enumeration.map(({ value }) => value) }),
    ...(expressions && { patterns: expressions }),
  };
}

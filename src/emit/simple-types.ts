import {
  mappingsOf,
  type Representation,
  rootOf,
  type SimpleDeclaration,
  type SimpleDefinition,
  type SimpleTypeName,
  type SimpleValue,
} from '../contract/index.ts';
import { type Code, callCode, flatText, line, listed } from './code.ts';
import { facetEntries } from './facets.ts';
import type { GeneratedFile } from './generated-file.ts';
import { stringLiteral, valueLiteral } from './literal.ts';
import { representationText } from './type-text.ts';

/** Simple types in generated code: their TypeScript, and the objects of the runtime that read and write their values. */

/** The types of the values of a definition, each once. */
export function valueTexts(definition: SimpleDefinition, file: GeneratedFile): readonly string[] {
  switch (definition.kind) {
    case 'built-in':
      return [representationText(definition.representation, file)];
    case 'declared':
      return [file.type(definition.typeName)];
    case 'restriction': {
      const representation = rootOf(definition)?.representation;
      const { enumeration } = definition.facets;
      const literals =
        representation === undefined ? undefined : enumeration?.map(({ value }) => literalType(value, representation));
      if (literals === undefined || literals.some((literal) => literal === undefined)) {
        return valueTexts(definition.base, file);
      }
      return distinct(literals.map((text) => text ?? ''));
    }
    case 'list': {
      const item = valueTexts(definition.item, file);
      return [item.length === 1 ? `${item[0]}[]` : `(${item.join(' | ')})[]`];
    }
    case 'union':
      return distinct(definition.members.flatMap((member) => valueTexts(member, file)));
  }
}

function distinct(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)];
}

/** The literal type of a value; undefined where TypeScript has none. */
function literalType(value: string, representation: Representation): string | undefined {
  switch (representation) {
    case 'string':
    case 'bigint':
      return valueLiteral(value, representation);
    case 'number':
      return Number.isFinite(Number(value)) ? valueLiteral(value, representation) : undefined;
    case 'boolean':
      return value === 'true' || value === '1' ? 'true' : 'false';
    default:
      return undefined;
  }
}

/** `const CodeType = soap.restriction<string, t.Code>('Code', soap.string, { … });`, with its type where it is exported. */
export function simpleTypeConstant(
  { typeName, definition }: SimpleDeclaration,
  file: GeneratedFile,
  use: 'own' | 'exported' = 'own',
): Code {
  const of = file.type(typeName);
  const typed = `: soap.SimpleType<${of}>`;
  const name = `${use === 'own' ? '' : 'export '}const ${simpleTypeOf(typeName)}`;
  switch (definition.kind) {
    case 'restriction': {
      const base = valueTexts(definition.base, file).join(' | ');
      const start =
        use === 'own'
          ? ` = /*@__PURE__*/ soap.restriction<${base}, ${of}>(`
          : `${typed} = /*@__PURE__*/ soap.restriction(`;
      const args = [stringLiteral(definition.name), typeObject(definition.base, file)];
      return callCode(`${name}${start}`, args, { object: facetEntries(definition.facets) }, ');');
    }
    case 'list':
    case 'union': {
      const members = definition.kind === 'list' ? [definition.item] : definition.members;
      const items = [stringLiteral(definition.name), ...members.map((member) => typeObject(member, file))];
      return listed(`${name}${typed} = /*@__PURE__*/ soap.${definition.kind}(`, items, ');');
    }
    default:
      return line(`${name}${typed} = ${typeObject(definition, file)};`);
  }
}

/** The declared types that a definition names. */
export function declaredIn(definition: SimpleDefinition): readonly string[] {
  switch (definition.kind) {
    case 'built-in':
      return [];
    case 'declared':
      return [definition.typeName];
    case 'restriction':
      return declaredIn(definition.base);
    case 'list':
      return declaredIn(definition.item);
    case 'union':
      return definition.members.flatMap(declaredIn);
  }
}

export function simpleTypeOf(typeName: string): string {
  return `${typeName}Type`;
}

/** The object that reads and writes values of a definition. */
function typeObject(definition: SimpleDefinition, file: GeneratedFile): string {
  switch (definition.kind) {
    case 'built-in':
      return builtInObject(definition.name, definition.representation);
    case 'declared':
      return simpleTypeOf(definition.typeName);
    case 'restriction': {
      const facets = flatText({ object: facetEntries(definition.facets) });
      const base = valueTexts(definition.base, file).join(' | ');
      const values = valueTexts(definition, file).join(' | ');
      // Fewer values than the base has are not to be inferred from the facets.
      const types = values === base ? '' : `<${base}, ${values}>`;
      const inner = typeObject(definition.base, file);
      return `/*@__PURE__*/ soap.restriction${types}(${stringLiteral(definition.name)}, ${inner}, ${facets})`;
    }
    case 'list':
      return `/*@__PURE__*/ soap.list(${stringLiteral(definition.name)}, ${typeObject(definition.item, file)})`;
    case 'union': {
      const members = definition.members.map((member) => typeObject(member, file)).join(', ');
      return `/*@__PURE__*/ soap.union(${stringLiteral(definition.name)}, ${members})`;
    }
  }
}

/** The object for a value, without its default or fixed value. */
export function valueObject({ name, representation, declared }: SimpleValue): string {
  return declared === undefined ? builtInObject(name, representation) : simpleTypeOf(declared);
}

/** The runtime's name of a built-in type. */
function builtInObject(name: SimpleTypeName, representation: Representation): string {
  switch (representation) {
    case 'DateTime':
      return 'soap.dateTimeExact';
    case 'Duration':
      return 'soap.durationExact';
    case 'Date':
      return name === 'date' ? 'soap.dateAsDate' : 'soap.dateTime';
    case 'number':
      return name === 'decimal' || isBig(name) ? `soap.${name}AsNumber` : `soap.${name}`;
    case 'string':
      return isBig(name) ? `soap.${name}AsString` : `soap.${name}`;
    default:
      return `soap.${name}`;
  }
}

function isBig(name: SimpleTypeName): boolean {
  return mappingsOf(name).includes('bigint');
}

import type {
  EnumerationValue,
  PolymorphicType,
  SimpleDeclaration,
  SimpleDefinition,
  Structure,
} from '../contract/index.ts';
import { facetsText } from '../emit/index.ts';
import { type Block, type Box, type Page, type Row, short, type Text, tableOf } from './document.ts';
import { fieldBlocks, typeLink } from './fields.ts';
import { changeNotes } from './notes.ts';
import { byName, type Documented, titleOf } from './places.ts';
import type { Reference } from './reference.ts';
import { docBlocks, docText } from './texts.ts';
import type { Use } from './uses.ts';

/** The page of a type: its fields or values, and what uses it. */
export function typePage(type: Documented, reference: Reference): Page {
  const title = titleOf(type);
  const { deprecated, since } = 'deprecated' in type ? type : { deprecated: undefined, since: undefined };
  const name = 'name' in type ? type.name : undefined;
  const facts: (readonly [string, Text])[] = [
    ...(name === undefined || name.namespace === '' ? [] : [['Namespace', [{ code: short(name.namespace) }]] as const]),
    ['Name in TypeScript', [{ code: short(type.typeName) }]],
    ...(since === undefined ? [] : [['Since', [short(since)]] as const]),
  ];
  const blocks: readonly Block[] = [
    ...docBlocks(type.doc, 'lead'),
    ...(deprecated === undefined
      ? []
      : [{ kind: 'note', text: [{ badge: 'deprecated' }, ' ', ...docText(deprecated)] } as const]),
    ...changeNotes(reference, 'type', title, reference.isNewType(type.typeName)),
    { kind: 'facts', facts },
    ...diagram(type, reference),
    ...content(type, reference),
    ...usedBy(type, reference),
  ];
  return { path: reference.places.type(type.typeName) ?? 'index', title, kind: kindOf(type), section: 'types', blocks };
}

export function kindOf(type: Documented): string {
  if ('definition' in type) return enumerationOf(type.definition) === undefined ? 'Simple type' : 'Enumeration';
  return type.kind === 'polymorphic' ? 'Base type' : 'Record';
}

function content(type: Documented, reference: Reference): readonly Block[] {
  if ('definition' in type) return simpleBlocks(type, reference);
  if (type.kind === 'polymorphic') return memberBlocks(type, reference);
  return [{ kind: 'heading', id: 'fields', text: 'Fields' }, ...structureBlocks(type, reference)];
}

function structureBlocks(type: Structure, reference: Reference): readonly Block[] {
  const { discriminant, abstract } = type;
  const notes: readonly Block[] = [
    ...(abstract ? [{ kind: 'text', text: ['Abstract: no message can hold it.'] } as const] : []),
    ...(discriminant === undefined
      ? []
      : [
          {
            kind: 'text',
            text: ['Its ', { code: '$type' }, ' is ', { code: short(discriminant.value) }, '.'],
          } as const,
        ]),
  ];
  return [...notes, ...fieldBlocks(type, { caption: `Fields of ${titleOf(type)}`, prefix: 'field' }, reference)];
}

function memberBlocks({ members, abstract }: PolymorphicType, { places }: Reference): readonly Block[] {
  const rows = members.map(
    ({ typeName, name, discriminant }): Row => ({
      cells: [[typeLink(typeName, places)], [{ code: short(name.local) }], [{ code: short(discriminant.value) }]],
    }),
  );
  return [
    { kind: 'heading', id: 'types', text: 'Its types' },
    {
      kind: 'text',
      text: [
        'A value is of one of these types, which ',
        { code: 'xsi:type' },
        ' names.',
        abstract ? ' The base type itself is abstract.' : '',
      ],
    },
    tableOf('Types', ['Type', 'xsi:type', '$type'], rows),
  ];
}

function simpleBlocks({ definition }: SimpleDeclaration, reference: Reference): readonly Block[] {
  const facets = facetsText(definition);
  const enumeration = enumerationOf(definition);
  return [
    { kind: 'heading', id: 'values', text: 'Values' },
    { kind: 'text', text: [...definitionText(definition, reference), '.'] },
    ...(facets === undefined ? [] : docBlocks(short(facets, 4000))),
    ...(enumeration === undefined ? [] : [valueTable(enumeration)]),
  ];
}

function valueTable(enumeration: readonly EnumerationValue[]): Block {
  const hasDocs = enumeration.some(({ doc }) => doc !== undefined);
  const rows = enumeration.map(
    ({ value, doc }): Row => ({
      cells: [[{ code: short(value) }], ...(hasDocs ? [docText(doc && short(doc, 900))] : [])],
    }),
  );
  return tableOf('Values', hasDocs ? ['Value', 'Description'] : ['Value'], rows);
}

function enumerationOf(definition: SimpleDefinition): readonly EnumerationValue[] | undefined {
  if (definition.kind === 'restriction') return definition.facets.enumeration ?? enumerationOf(definition.base);
  return undefined;
}

function definitionText(definition: SimpleDefinition, reference: Reference): Text {
  switch (definition.kind) {
    case 'built-in':
      return ['Values of ', { code: definition.name }];
    case 'declared':
      return ['Values of ', typeLink(definition.typeName, reference.places)];
    case 'restriction':
      return definitionText(definition.base, reference);
    case 'list':
      return ['Lists, with spaces between the items. ', ...definitionText(definition.item, reference)];
    case 'union':
      return definition.members.flatMap((member, index) =>
        index === 0 ? definitionText(member, reference) : ['; or ', ...definitionText(member, reference)],
      );
  }
}

function diagram(type: Documented, reference: Reference): readonly Block[] {
  const { places, uses } = reference;
  const left = uses.to(type.typeName).map((use) => useBox(use, reference));
  const right = uses
    .of(type.typeName)
    .map(({ to, by }): Box => ({ text: places.title(to), label: short(by), link: places.type(to) }));
  if (left.length + right.length === 0) return [];
  const middle = { text: titleOf(type), label: kindOf(type).toLowerCase(), link: places.type(type.typeName) };
  const names = (boxes: readonly Box[]): string => [...new Set(boxes.map(({ text }) => text))].slice(0, 8).join(', ');
  const title = [
    ...(left.length === 0 ? [] : [`${titleOf(type)} is used by ${names(left)}`]),
    ...(right.length === 0 ? [] : [`${titleOf(type)} uses ${names(right)}`]),
  ].join('; ');
  return [{ kind: 'diagram', title: short(title, 400), left, middle, right }];
}

function useBox({ from, isOperation, by }: Use, reference: Reference): Box {
  const { places } = reference;
  return isOperation
    ? { text: short(reference.operationName(from)), label: short(by), link: places.operation(from) }
    : { text: places.title(from), label: short(by), link: places.type(from) };
}

/** Operations that are named; of more, their number. */
const mostOperations = 12;

function usedBy(type: Documented, reference: Reference): readonly Block[] {
  const { places, uses } = reference;
  const direct = [...uses.to(type.typeName)].sort((one, other) => byName(one.from, other.from));
  const reached = uses.reachedBy(type.typeName);
  const rows = direct.map(({ from, isOperation, by }): Row => {
    const link = isOperation
      ? { link: places.operation(from), text: short(reference.operationName(from)) }
      : typeLink(from, places);
    return { cells: [[link], [isOperation ? 'operation' : 'type'], [{ code: short(by) }]] };
  });
  const named = reached.slice(0, mostOperations).flatMap((identifier, index): Text => {
    const text = short(reference.operationName(identifier));
    return [index === 0 ? '' : ', ', { link: places.operation(identifier), text }];
  });
  const rest = reached.length - mostOperations;
  const count = `${reached.length} ${reached.length === 1 ? 'operation' : 'operations'}`;
  return [
    { kind: 'heading', id: 'used-by', text: 'Used by' },
    {
      kind: 'text',
      text:
        reached.length === 0
          ? ['No operation has it in its messages.']
          : [`In messages of ${count}: `, ...named, rest > 0 ? ` and ${rest} more.` : '.'],
    },
    ...(rows.length === 0 ? [] : [tableOf('Where it is named', ['Used by', 'Kind', 'As'], rows)]),
  ];
}

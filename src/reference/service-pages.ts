import type { ResolvedOperation } from '../contract/index.ts';
import { type Block, type List, type Page, type Row, short, type Table, type Text, tableOf } from './document.ts';
import { credentialText } from './notes.ts';
import { byCodeUnits, byName, titleOf } from './places.ts';
import { documentedOf, type Reference, type ReferenceChanges } from './reference.ts';
import { docBlocks, summary } from './texts.ts';
import { kindOf } from './type-page.ts';

/** Operations that the first page lists; of more, it links to their list. */
const mostOperations = 120;

/** The first page: what the service is, where it is, and its operations. */
export function servicePage(reference: Reference): Page {
  const { service, changes, types } = reference;
  const { name, doc, operations } = service;
  const isLong = operations.length > mostOperations;
  const count = (number: number, one: string): string => `${number} ${one}${number === 1 ? '' : 's'}`;
  const blocks: readonly Block[] = [
    ...docBlocks(doc, 'lead'),
    { kind: 'facts', facts: serviceFacts(reference) },
    ...(changes === undefined
      ? []
      : [
          {
            kind: 'note',
            text: [{ link: 'changes', text: `What changed since ${short(changes.since, 60)}` }],
          } as const,
        ]),
    { kind: 'heading', id: 'operations', text: 'Operations' },
    ...(isLong
      ? [
          {
            kind: 'text',
            text: [{ link: 'operations', text: `All ${count(operations.length, 'operation')}` }, ' in one list.'],
          } as const,
        ]
      : operationTables(reference)),
    { kind: 'heading', id: 'types', text: 'Types' },
    {
      kind: 'text',
      text: [
        { link: 'types', text: count(types.length, 'type') },
        '; everything in ',
        { link: 'a-z', text: 'one list from A to Z' },
        '.',
      ],
    },
  ];
  return { path: 'index', title: short(name), kind: 'Service', section: 'index', blocks };
}

function serviceFacts({ service }: Reference): readonly (readonly [string, Text])[] {
  const { namespace, portTypes, mtom, addressing, headers } = service;
  const ports = portTypes.flatMap((portType) => portType.ports);
  const credentials = credentialText(portTypes.flatMap(({ security }) => security));
  return [
    ...ports
      .slice(0, 20)
      .map(({ name, soapVersion, address }): readonly [string, Text] => [
        `${short(name, 60)}, SOAP ${soapVersion}`,
        address === '' ? ['no address in the contract'] : [{ code: short(address) }],
      ]),
    ['Namespace', [{ code: short(namespace) }]],
    ['Credentials', [credentials ?? 'none in the contract']],
    ...(headers.length === 0
      ? []
      : [['Header blocks', [headers.map(({ element }) => short(element.name.local)).join(', ')]] as const]),
    ...(mtom.client === undefined ? [] : [['MTOM', [mtom.client]] as const]),
    ...(addressing === undefined ? [] : [['WS-Addressing', ['yes']] as const]),
  ];
}

/** The operations by their groups, in the contract's order. */
function operationTables(reference: Reference): readonly Block[] {
  const groups = new Map<string, Row[]>();
  for (const operation of reference.service.operations) {
    const group = operation.operation.group ?? '';
    const rows = groups.get(group) ?? [];
    rows.push(operationRow(operation, reference));
    groups.set(group, rows);
  }
  return [...groups].map(([group, rows]): Table => {
    const caption = group === '' ? (groups.size === 1 ? 'All operations' : 'Others') : short(group);
    return tableOf(caption, ['Operation', 'Description'], rows);
  });
}

function operationRow({ identifier, name, doc, operation }: ResolvedOperation, reference: Reference): Row {
  const link = { link: reference.places.operation(identifier), text: short(name) };
  const badges: Text = [
    ...(operation.deprecated === undefined ? [] : [' ', { badge: 'deprecated' }]),
    ...(reference.isNewOperation(identifier) ? [' ', { badge: 'new' }] : []),
  ];
  return { cells: [[link, ...badges], [summary(doc)]] };
}

/** All operations, alphabetical. */
export function operationList(reference: Reference): Page {
  const rows = reference.operations.map((operation) => operationRow(operation, reference));
  const blocks: readonly Block[] = [tableOf('Operations', ['Operation', 'Description'], rows)];
  return { path: 'operations', title: 'Operations', kind: '', section: 'operations', blocks };
}

/** All types, alphabetical. */
export function typeList(reference: Reference): Page {
  const rows = reference.types.map((type): Row => {
    const link = { link: reference.places.type(type.typeName) ?? 'index', text: titleOf(type) };
    const badge: Text = reference.isNewType(type.typeName) ? [' ', { badge: 'new' }] : [];
    return { cells: [[link, ...badge], [kindOf(type)], [summary(type.doc)]] };
  });
  const blocks: readonly Block[] =
    rows.length === 0
      ? [{ kind: 'text', text: ['The contract declares no types.'] }]
      : [tableOf('Types', ['Type', 'Kind', 'Description'], rows)];
  return { path: 'types', title: 'Types', kind: '', section: 'types', blocks };
}

/** Operations and types by their first letters. */
export function alphabet({ operations, types, places }: Reference): Page {
  const entries = [
    ...operations.map(({ name, identifier }) => ({ name, link: places.operation(identifier), kind: 'operation' })),
    ...types.map((type) => ({
      name: titleOf(type),
      link: places.type(type.typeName) ?? 'index',
      kind: kindOf(type).toLowerCase(),
    })),
  ].sort((one, other) => byName(one.name, other.name) || byCodeUnits(one.kind, other.kind));
  const letters = new Map<string, Row[]>();
  for (const { name, link, kind } of entries) {
    const letter = /^[a-z]/i.test(name) ? name.charAt(0).toUpperCase() : '#';
    const rows = letters.get(letter) ?? [];
    rows.push({ cells: [[{ link, text: short(name) }, ` ${kind}`]] });
    letters.set(letter, rows);
  }
  const blocks = [...letters].flatMap(([letter, rows]): readonly Block[] => [
    { kind: 'heading', id: `letter-${letter === '#' ? 'other' : letter}`, text: letter },
    { kind: 'list', rows } satisfies List,
  ]);
  return { path: 'a-z', title: 'A to Z', kind: '', section: 'a-z', blocks };
}

/** What changed since the older version: what breaks callers, and what is new or gone. */
export function changesPage(reference: Reference, changes: ReferenceChanges): Page {
  const { since, before, findings, verdicts } = changes;
  const { operations, types, places } = reference;
  const added = [
    ...operations
      .filter(({ identifier }) => reference.isNewOperation(identifier))
      .map(
        ({ name, identifier }): Row => ({
          cells: [[{ link: places.operation(identifier), text: short(name) }, ' operation']],
        }),
      ),
    ...types
      .filter(({ typeName }) => reference.isNewType(typeName))
      .map(
        (type): Row => ({
          cells: [[{ link: places.type(type.typeName) ?? 'index', text: titleOf(type) }, ' type']],
        }),
      ),
  ];
  const remaining = new Set(operations.map(({ name }) => name));
  const titles = new Set(types.map(titleOf));
  const removed = [
    ...before.operations.filter(({ name }) => !remaining.has(name)).map(({ name }) => `${short(name)} operation`),
    ...documentedOf(before)
      .map(titleOf)
      .filter((title) => !titles.has(title))
      .map((title) => `${title} type`),
  ].map((text): Row => ({ cells: [[text]] }));
  const blocks: readonly Block[] = [
    { kind: 'facts', facts: verdicts.map(([concern, text]) => [concern, [text]]) },
    { kind: 'heading', id: 'breaking', text: 'What breaks callers' },
    ...(findings.length === 0
      ? [{ kind: 'text', text: [`Nothing since ${short(since)}.`] } as const]
      : [
          {
            kind: 'table',
            caption: `Changes since ${short(since)}`,
            head: ['Where', 'Change', 'What to do instead'],
            rows: findings.map(
              (finding): Row => ({
                cells: [
                  placeText(finding.path, reference),
                  [short(finding.message, 900), ' ', { badge: finding.rule }],
                  [finding.remedy ?? ''],
                ],
              }),
            ),
          } as const,
        ]),
    ...section('added', 'New', added),
    ...section('removed', 'Removed', removed),
  ];
  return { path: 'changes', title: `Changes since ${short(since, 60)}`, kind: '', section: 'changes', blocks };
}

function section(id: string, text: string, rows: readonly Row[]): readonly Block[] {
  return rows.length === 0
    ? []
    : [
        { kind: 'heading', id, text },
        { kind: 'list', rows },
      ];
}

/** The path of a component, with a link to the page of its operation or type. */
function placeText(path: string, { operations, types, places }: Reference): Text {
  const [kind, name] = path.split('/');
  const operation = kind === 'operations' ? operations.find((one) => one.name === name) : undefined;
  const type = kind === 'operations' ? undefined : types.find((one) => titleOf(one) === name);
  const link = operation === undefined ? type && places.type(type.typeName) : places.operation(operation.identifier);
  return [link === undefined ? { code: short(path) } : { link, text: short(path) }];
}

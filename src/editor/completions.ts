import {
  builtInTypes,
  type ComponentKind,
  type Construct,
  type ConstructName,
  type Key,
  keyDoc,
  type NameKind,
  type SimpleKind,
  type Value,
  valueText,
} from '../contract/index.ts';
import type { Range } from '../diagnostics/index.ts';
import { type CursorContext, cursorContext } from './cursor-context.ts';
import { mapsOf, type Place, placeOf, type StyleOf } from './place.ts';

/** A proposal, which replaces the word at the cursor. */
export interface Completion {
  readonly label: string;
  readonly kind: 'key' | 'type' | 'component' | 'value' | 'file';
  /** Shown beside the label. */
  readonly detail?: string | undefined;
  /** Markdown. */
  readonly doc?: string | undefined;
  readonly text: string;
  readonly replaces: Range;
}

/** The names that a contract adds to the language. */
export interface KnownNames {
  /** The names of a kind as the file can write them, with their documentation. */
  readonly names: (kind: ComponentKind) => readonly { readonly name: string; readonly doc?: string | undefined }[];
  /** Files that the file may include, by their relative paths. */
  readonly files: () => readonly string[];
  readonly rules: (kind: RuleKind) => readonly KnownRule[];
  readonly styleOf: StyleOf;
}

/** Kinds of names in a setting of rules. */
export type RuleKind = 'lintRule' | 'lintRules' | 'lintCategory' | 'breakingRule' | 'breakingRules';

/** A rule, or a group of rules. */
export interface KnownRule {
  readonly name: string;
  readonly detail: string;
  readonly doc?: string;
}

/** What can be written at an offset of a file, which may be incomplete. */
export function completionsAt(
  text: string,
  offset: number,
  top: ConstructName,
  known: KnownNames,
): readonly Completion[] {
  const context = cursorContext(text, offset);
  const place = placeOf(context.path, top, known.styleOf);
  return context.at === 'key' ? keyCompletions(place, context, known) : valueCompletions(place, context, known);
}

function keyCompletions(place: Place, { siblings, word }: CursorContext, known: KnownNames): readonly Completion[] {
  const rules = place.values
    .flatMap((value) => (value.kind === 'map' ? ruleProposals(value.names, known) : []))
    .filter(({ label }) => !siblings.includes(label))
    .map((one): Completion => ({ ...one, kind: 'key', text: `${one.label}: `, replaces: word }));
  const keys = mapsOf(place).flatMap((construct) => {
    const excluded = excludedBy(siblings, construct);
    const keys = Object.entries(construct.keys)
      .filter(([name]) => !siblings.includes(name) && !excluded.has(name))
      .map(([name, row]) => keyCompletion(name, construct, row, word));
    const words = Object.entries(construct.members?.words ?? {}).map(
      ([name, { doc }]): Completion => ({ label: name, kind: 'key', doc, text: name, replaces: word }),
    );
    return [...keys, ...words];
  });
  return [...rules, ...keys];
}

function keyCompletion(name: string, construct: Construct, row: Key, replaces: Range): Completion {
  const detail = valueText(row.value);
  return { label: name, kind: 'key', detail, doc: keyDoc(construct, row), text: `${name}: `, replaces };
}

/** Keys that cannot be beside those that are there. */
function excludedBy(siblings: readonly string[], { rules = [] }: Construct): ReadonlySet<string> {
  const excluded = new Set<string>();
  for (const rule of rules) {
    if (rule.rule === 'exclusive' && rule.keys.some((key) => siblings.includes(key))) {
      for (const key of rule.keys) excluded.add(key);
    } else if (rule.rule === 'excludes' && rule.flag !== true && siblings.includes(rule.key)) {
      for (const key of rule.others) excluded.add(key);
    }
  }
  return excluded;
}

function valueCompletions({ values }: Place, context: CursorContext, known: KnownNames): readonly Completion[] {
  const found = new Map<string, Completion>();
  for (const value of values) {
    for (const one of completionsOf(value, known)) {
      const text = context.inFlow && /[[\]{},]/.test(one.label) ? JSON.stringify(one.label) : one.label;
      if (!found.has(one.label)) found.set(one.label, { ...one, text: one.text ?? text, replaces: context.word });
    }
  }
  return [...found.values()];
}

type Proposal = Omit<Completion, 'text' | 'replaces'> & { readonly text?: string };

const typeKinds: ReadonlySet<SimpleKind> = new Set([
  ...(['type', 'typeName', 'typeExpression', 'optionalType', 'resultType', 'simpleType', 'arrayType'] as const),
]);

const simpleOnly: ReadonlySet<SimpleKind> = new Set(['simpleType', 'optionalType']);

/** Words of values that are not choices of the table. */
const words: Partial<Readonly<Record<SimpleKind, readonly string[]>>> = {
  flag: ['true', 'false'],
  true: ['true'],
  soapVersion: ['"1.1"', '"1.2"'],
  languageVersion: ['1'],
  senderFaultStatus: ['400', '500'],
  order: ['sequence', 'choice', 'all'],
  namespaces: ['any', 'other'],
};

function completionsOf(value: Value, known: KnownNames): readonly Proposal[] {
  if (value.kind === 'choice') return value.words.map((label) => ({ label, kind: 'value' }));
  if (value.kind === 'list' || value.kind === 'map' || value.kind === 'either' || value.kind === 'integer') return [];
  if (value.kind === 'construct') return [];
  if (value.kind === 'relativePath') return known.files().map((label) => ({ label, kind: 'file' }));
  if (isRuleKind(value.kind)) return ruleProposals(value.kind, known);
  if (typeKinds.has(value.kind)) return typeCompletions(value.kind, known);
  if (value.to !== undefined) return componentCompletions(value.to, known);
  return (words[value.kind] ?? []).map((label) => ({ label, kind: 'value', text: label }));
}

function isRuleKind(kind: SimpleKind | NameKind): kind is RuleKind {
  return kind.startsWith('lint') || kind.startsWith('breaking');
}

function ruleProposals(kind: SimpleKind | NameKind, known: KnownNames): readonly Proposal[] {
  if (!isRuleKind(kind)) return [];
  return known.rules(kind).map(({ name, ...rest }) => ({ label: name, kind: 'value', ...rest }));
}

function typeCompletions(kind: SimpleKind, known: KnownNames): readonly Proposal[] {
  const declared = componentCompletions('type', known);
  if (kind === 'resultType') return declared;
  const builtIn = Object.entries(builtInTypes).map(
    ([label, detail]): Proposal => ({ label, kind: 'type', detail: detail.split(/[:,]/)[0], doc: detail }),
  );
  const any: Proposal = {
    label: 'anyType',
    kind: 'type',
    detail: 'Any element',
    doc: 'An element of any type, unchanged.',
  };
  return [...declared, ...builtIn, ...(simpleOnly.has(kind) ? [] : [any])];
}

function componentCompletions(kind: ComponentKind, known: KnownNames): readonly Proposal[] {
  return known.names(kind).map(({ name, doc }) => ({ label: name, kind: 'component', detail: kind, doc }));
}

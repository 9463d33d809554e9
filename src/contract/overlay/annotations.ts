import { contract as kinds, overlay } from '../../diagnostics/index.ts';
import { fits } from '../check/value-space.ts';
import {
  type ComponentIndex,
  lifeCycleKeys,
  mappingsOf,
  type TypeDefinition,
  type TypeReference,
  xsd,
} from '../model/index.ts';
import { readLiterals } from '../yaml/build/declaration.ts';
import type { Entries } from '../yaml/entries.ts';
import type { Component, ComponentKind } from './components.ts';

/** Properties of the model that an overlay sets, by their names. */
export type Annotation = Readonly<Record<string, unknown>>;

interface Annotatable {
  /** Begins a sentence. */
  readonly title: string;
  readonly keys: readonly string[];
  /** Whether the name is a top-level or a property's name. */
  readonly names: 'top' | 'property';
}

const notes = ['doc', ...lifeCycleKeys];
const named = ['name', ...notes];
const value = [...named, 'sensitive', 'mapping'];

const annotatable: Readonly<Record<ComponentKind, Annotatable>> = {
  operation: { title: 'An operation', keys: [...named, 'group', 'unwrap'], names: 'top' },
  message: { title: 'A message', keys: ['name'], names: 'top' },
  part: { title: 'A message part', keys: [...value, 'error', 'stream'], names: 'property' },
  headers: { title: 'The list of headers', keys: [], names: 'top' },
  header: { title: 'A header block', keys: ['required'], names: 'top' },
  type: { title: 'A type', keys: [...named, 'mapping'], names: 'top' },
  element: { title: 'An element', keys: [...value, 'stream', 'example'], names: 'top' },
  globalAttribute: { title: 'A global attribute', keys: named, names: 'property' },
  group: { title: 'A group', keys: named, names: 'top' },
  attributeGroup: { title: 'An attribute group', keys: notes, names: 'top' },
  localElement: { title: 'An element', keys: [...value, 'error', 'stream', 'example'], names: 'property' },
  attribute: { title: 'An attribute', keys: value, names: 'property' },
  particle: { title: 'A particle', keys: named, names: 'property' },
  text: { title: 'Text content', keys: value, names: 'property' },
  value: { title: 'An enumeration value', keys: notes, names: 'property' },
};

/** All keys of a component in an overlay. */
const allKeys = [...value, 'error', 'group', 'stream', 'example', 'unwrap', 'required'];

/** Reads the settings of a component; reports those that do not fit it. */
export function annotationOf(component: Component, entries: Entries, index: ComponentIndex): Annotation {
  const { kind, type, name } = component;
  const { findings } = entries;
  const { title, keys, names } = annotatable[kind];
  for (const key of allKeys) {
    const entry = entries.get(key);
    if (entry !== undefined && !keys.includes(key)) {
      findings.add(kinds.keyDoesNotFit, { key, what: title }, entry.key.at);
    }
  }
  const { doc, foreign: _, appinfo: __, ...lifeCycle } = entries.notes();
  const annotation: Record<string, unknown> = {
    typeScriptName: keys.includes('name') ? entries.identifier(names) : undefined,
    doc,
    ...lifeCycle,
    group: keys.includes('group') ? entries.note('group') : undefined,
    error: (keys.includes('error') && entries.flag('error')) || undefined,
    mapping: readMapping(component, entries),
    ...(type && readExample(entries, name, type, index)),
  };
  for (const key of ['sensitive', 'required', 'stream']) {
    if (keys.includes(key) && entries.has(key)) annotation[key] = entries.flag(key);
  }
  if (annotation.stream === true) checkStream(entries, name, type);
  if (entries.has('unwrap') && kind === 'operation') annotation.returns = readReturns(component, entries);
  return Object.fromEntries(Object.entries(annotation).filter(([, set]) => set !== undefined));
}

/** Responses that can be unwrapped are, unless an overlay forbids it. */
function readReturns({ name, target }: Component, entries: Entries): 'field' | 'output' {
  if (!entries.flag('unwrap')) return 'output';
  if ('returns' in target && target.returns !== 'field') {
    entries.findings.add(overlay.noSingleField, { operation: name }, entries.get('unwrap')?.key.at);
  }
  return 'field';
}

/** Of a component with a built-in type, and of a type that restricts one: all uses of a named type have its mapping. */
function readMapping({ target, type }: Component, entries: Entries): string | undefined {
  const mapping = entries.name('mapping');
  if (mapping === undefined) return undefined;
  const mapped = type ?? baseOf(target);
  const allowed = mapped?.kind === 'named' && mapped.name.namespace === xsd ? mappingsOf(mapped.name.local) : [];
  if (allowed.includes(mapping.text)) return mapping.text;
  const shown = mapped === undefined ? 'of this component' : typeText(mapped);
  const other =
    mapped?.kind === 'named' && mapped.name.namespace !== xsd ? 'none here, but of the type itself' : 'none';
  entries.findings.add(
    kinds.mappingDoesNotFit,
    { type: shown, mapping: mapping.text, allowed: allowed.length === 0 ? other : allowed },
    mapping.at,
    { didYouMean: { name: mapping.text, among: allowed } },
  );
  return undefined;
}

/** The type that a simple type restricts. */
function baseOf(target: object): TypeReference | undefined {
  const type = target as Partial<TypeDefinition>;
  return type.kind === 'simple' && type.variety?.kind === 'restriction' ? type.variety.base : undefined;
}

function readExample(entries: Entries, field: string, type: TypeReference, index: ComponentIndex): Annotation {
  const { example } = readLiterals(entries);
  if (example === undefined) return {};
  if (fits(example, type, index)) return { example };
  const parameters = { key: 'example', field };
  entries.findings.add(kinds.badFallback, parameters, entries.get('example')?.value.at);
  return {};
}

/** Only base64Binary itself can be streamed. */
function checkStream(entries: Entries, field: string, type: TypeReference | undefined): void {
  if (type?.kind === 'named' && type.name.namespace === xsd && type.name.local === 'base64Binary') return;
  const parameters = { field, type: type === undefined ? 'its own' : typeText(type) };
  entries.findings.add(kinds.streamNotBinary, parameters, entries.get('stream')?.key.at);
}

function typeText(type: TypeReference): string {
  return type.kind === 'named' ? type.name.local : 'of its own';
}

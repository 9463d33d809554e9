import { contract as kinds, source } from '../../diagnostics/index.ts';
import type { Form, Schema } from '../model/index.ts';
import { type Environment, namespaceOf, prefixedNamespaceOf } from './address.ts';
import { type Entries, readConstruct } from './entries.ts';
import type { ContractFile } from './files.ts';
import type { Forms, Scope, SharedScope } from './scope.ts';
import { readMap, readXmlName } from './values.ts';
import type { MapEntry } from './yaml-node.ts';

/** The scope of each file, and the prefix and forms of each namespace. */
export interface Namespaces {
  readonly scopes: ReadonlyMap<ContractFile, Scope>;
  /** By namespace: the first prefix that a file gives it, the contract's own file first. */
  readonly prefixes: ReadonlyMap<string, string>;
  readonly formsOf: (namespace: string) => Forms;
  readonly notes: ReadonlyMap<string, SchemaNotes>;
}

/** What else a file says of the schema of a namespace. */
export type SchemaNotes = Pick<Schema, 'foreign' | 'appinfo'>;

type MutableForms = { -readonly [Key in keyof Forms]?: Form };

/** @param target of the contract, with variables and overrides replaced. */
export function readNamespaces(
  files: readonly ContractFile[],
  target: string,
  environment: Environment,
  shared: SharedScope,
): Namespaces {
  const forms = new Map<string, MutableForms>();
  const own = new Map<ContractFile, string>();
  const prefixes = new Map<string, string>();
  const notes = new Map<string, SchemaNotes>();
  const scopes = new Map<ContractFile, Scope>();
  const formsOf = (namespace: string): Forms => ({
    elementForm: 'qualified',
    attributeForm: 'unqualified',
    ...forms.get(namespace),
  });
  for (const file of files) {
    const { findings, entries, includedBy } = file;
    const inherited = (includedBy && own.get(includedBy)) ?? target;
    const entry = entries.get('namespace');
    const namespace =
      includedBy === undefined || entry === undefined ? inherited : namespaceOf(entry, environment, findings);
    own.set(file, namespace ?? inherited);
    const stated = readForms(entries);
    addForms(forms, namespace ?? inherited, stated);
    const declared = readPrefixes(file, environment, forms, notes);
    for (const [prefix, uri] of declared) if (!prefixes.has(uri)) prefixes.set(uri, prefix);
    const scope: Scope = {
      ...shared,
      findings,
      namespace: namespace ?? inherited,
      prefixes: declared,
      homes: new Map(),
      // The forms that a file states apply to its own components.
      formsOf: (of) => ({ ...formsOf(of), ...(of === (namespace ?? inherited) ? stated : {}) }),
    };
    scopes.set(file, scope);
  }
  return { scopes, prefixes, formsOf, notes };
}

/** The first file that states a form decides. */
function addForms(forms: Map<string, MutableForms>, namespace: string, stated: MutableForms): void {
  forms.set(namespace, { ...stated, ...forms.get(namespace) });
}

function readForms(entries: Entries): MutableForms {
  const elementForm = entries.choice('elementForm', ['qualified', 'unqualified'], 'form');
  const attributeForm = entries.choice('attributeForm', ['qualified', 'unqualified'], 'form');
  return { ...(elementForm && { elementForm }), ...(attributeForm && { attributeForm }) };
}

function readPrefixes(
  file: ContractFile,
  environment: Environment,
  forms: Map<string, MutableForms>,
  notes: Map<string, SchemaNotes>,
): ReadonlyMap<string, string> {
  const { findings, entries } = file;
  const entry = entries.get('namespaces');
  const map = entry && readMap(entry.value, '"namespaces"', findings);
  const prefixes = new Map<string, string>();
  for (const { key, value } of map?.entries ?? []) {
    readXmlName(key, 'a prefix', findings);
    if (/^(?:xml|xmlns|xsd?|xsi)$/i.test(key.text)) findings.add(kinds.reservedPrefix, { prefix: key.text }, key.at);
    let uri: MapEntry | undefined = { key, value };
    let stated: MutableForms = {};
    let own: SchemaNotes = {};
    if (value.kind === 'map') {
      const owner = `the namespace "${key.text}"`;
      const long = readConstruct(value, 'namespace', findings, { owner, at: key.at });
      uri = long.get('uri');
      stated = readForms(long);
      const { foreign, appinfo } = long.notes();
      own = { ...(foreign && { foreign }), ...(appinfo && { appinfo }) };
    } else if (value.kind === 'list') {
      findings.add(source.notText, { what: `"${key.text}"` }, value.at);
      continue;
    }
    const namespace = uri && prefixedNamespaceOf(uri, environment, findings);
    if (namespace === undefined) continue;
    addForms(forms, namespace, stated);
    notes.set(namespace, { ...own, ...notes.get(namespace) });
    prefixes.set(key.text, namespace);
  }
  return prefixes;
}

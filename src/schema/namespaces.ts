import type { Form } from '../contract/index.ts';
import { contract as kinds, source } from '../diagnostics/index.ts';
import { type Environment, namespaceOf } from './address.ts';
import type { ContractFile } from './files.ts';
import { namespaceKeys } from './keys.ts';
import type { Marks } from './marks.ts';
import type { Names } from './names.ts';
import type { MapEntry } from './node.ts';
import type { Forms, Scope } from './scope.ts';
import { readChoice, readKeys, readMap, readName, requireKey } from './shape.ts';
import { readXmlName } from './texts.ts';

/** What the names in each file mean, and what is known of each namespace. */
export interface Namespaces {
  readonly scopes: ReadonlyMap<ContractFile, Scope>;
  /** By namespace: the first prefix that a file gives it, the contract's own file first. */
  readonly prefixes: ReadonlyMap<string, string>;
  readonly formsOf: (namespace: string) => Forms;
}

type MutableForms = { -readonly [Key in keyof Forms]?: Form };

/** @param target of the contract itself, variables and overrides in place. */
export function readNamespaces(
  files: readonly ContractFile[],
  target: string,
  environment: Environment,
  shared: { readonly names: Names; readonly marks: Marks },
): Namespaces {
  const forms = new Map<string, MutableForms>();
  const own = new Map<ContractFile, string>();
  const prefixes = new Map<string, string>();
  const scopes = new Map<ContractFile, Scope>();
  const formsOf = (namespace: string): Forms => ({
    elementForm: 'qualified',
    attributeForm: 'unqualified',
    ...forms.get(namespace),
  });
  for (const file of files) {
    const { findings, keys, includedBy } = file;
    const inherited = (includedBy && own.get(includedBy)) ?? target;
    const entry = keys.get('namespace');
    const namespace =
      includedBy === undefined || entry === undefined ? inherited : namespaceOf(entry, environment, findings);
    own.set(file, namespace ?? inherited);
    const stated = readForms(keys, file);
    learn(forms, namespace ?? inherited, stated);
    const declared = readPrefixes(file, environment, forms);
    for (const [prefix, uri] of declared) if (!prefixes.has(uri)) prefixes.set(uri, prefix);
    const scope: Scope = {
      ...shared,
      findings,
      namespace: namespace ?? inherited,
      prefixes: declared,
      homes: new Map(),
      // What the file says of its own namespace is about what stands in it.
      formsOf: (of) => ({ ...formsOf(of), ...(of === (namespace ?? inherited) ? stated : {}) }),
    };
    scopes.set(file, scope);
  }
  return { scopes, prefixes, formsOf };
}

/** Whoever says it first decides. */
function learn(forms: Map<string, MutableForms>, namespace: string, stated: MutableForms): void {
  forms.set(namespace, { ...stated, ...forms.get(namespace) });
}

function readForms(keys: ReadonlyMap<string, MapEntry>, { findings }: ContractFile): MutableForms {
  const form = (key: string): Form | undefined => {
    const entry = keys.get(key);
    const text = entry && readName(entry, findings);
    return text && readChoice(text, ['qualified', 'unqualified'], 'form', findings);
  };
  const elementForm = form('elementForm');
  const attributeForm = form('attributeForm');
  return { ...(elementForm && { elementForm }), ...(attributeForm && { attributeForm }) };
}

function readPrefixes(
  file: ContractFile,
  environment: Environment,
  forms: Map<string, MutableForms>,
): ReadonlyMap<string, string> {
  const { findings } = file;
  const entry = file.keys.get('namespaces');
  const map = entry && readMap(entry.value, '"namespaces"', findings);
  const prefixes = new Map<string, string>();
  for (const { key, value } of map?.entries ?? []) {
    readXmlName(key, 'a prefix', findings);
    if (/^(?:xml|xmlns|xsd?|xsi)$/i.test(key.text)) findings.add(kinds.reservedPrefix, { prefix: key.text }, key.at);
    let uri: MapEntry | undefined = { key, value };
    let stated: MutableForms = {};
    if (value.kind === 'map') {
      const keys = readKeys(value, namespaceKeys, 'a namespace', findings);
      uri = requireKey(keys, 'uri', `the namespace "${key.text}"`, key.at, findings);
      stated = readForms(keys, file);
    } else if (value.kind === 'list') {
      findings.add(source.notText, { what: `"${key.text}"` }, value.at);
      continue;
    }
    const namespace = uri && namespaceOf(uri, environment, findings);
    if (namespace === undefined) continue;
    learn(forms, namespace, stated);
    prefixes.set(key.text, namespace);
  }
  return prefixes;
}

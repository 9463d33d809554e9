import {
  type Diagnostic,
  type Findings,
  contract as kinds,
  report,
  type SourceLocation,
} from '../../diagnostics/index.ts';
import type { ContractFile } from './files.ts';
import { type Overrides, overrideAddress } from './overrides.ts';
import { httpUrlFault, namespaceFault, prefixedNamespaceFault } from './syntax.ts';
import { type Located, readName, readText } from './values.ts';
import type { MapEntry } from './yaml-node.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** A variable of the environment that changes the contract from what its defaults yield. */
export interface EffectiveVariable {
  readonly name: string;
  /** The key whose value contains it. */
  readonly key: 'address' | 'namespace';
  /** The value of the key with this environment; `defaultValue` is that with the default of the variable. */
  readonly value: string;
  readonly defaultValue: string;
  /** Of the value of the key. */
  readonly at: SourceLocation;
}

/** A value with the variables that changed it. */
export interface Expanded {
  readonly value: string;
  readonly variables: readonly EffectiveVariable[];
}

/** An address with variables and overrides replaced; empty for a service without one. Undefined after reporting an invalid one. */
export function readAddress(
  entry: MapEntry,
  environment: Environment,
  overrides: Overrides,
  findings: Findings,
): Expanded | undefined {
  const text = readText(entry, findings);
  const template = text && readTemplate(text, findings);
  if (text === undefined || template === undefined) return undefined;
  if (text.text === '') return { value: '', variables: [] };
  // Checked before overriding, which would blame the override.
  const written = expand(template, environment);
  const reason = httpUrlFault(written);
  if (reason !== undefined) {
    const parameters = { address: written, reason: withVariables(reason, template, environment) };
    findings.add(kinds.badAddress, parameters, text.at);
    if (!findings.isForgiving) return undefined;
  }
  const valueIn = (given: Environment): string => overrideAddress(expand(template, given), overrides);
  return {
    value: valueIn(environment),
    variables: effectiveVariables('address', template, valueIn, { environment, at: findings.place(text.at) }),
  };
}

/** The target namespace of the contract. */
export function readTargetNamespace(
  { entries, findings }: ContractFile,
  environment: Environment,
  overrides: Overrides,
): Expanded | undefined {
  const entry = entries.get('namespace');
  const text = entry && (findings.isForgiving ? readText(entry, findings) : readName(entry, findings));
  const template = text && readTemplate(text, findings);
  if (text === undefined || (template === undefined && overrides.namespace === undefined)) return undefined;
  const valueIn = (given: Environment): string => overrides.namespace ?? expand(template ?? [], given);
  const value = valueIn(environment);
  const reason = value === '' ? 'it is empty' : namespaceFault(value);
  const at = findings.place(text.at);
  // checkOverrides reports an overriding one.
  if (reason !== undefined && overrides.namespace === undefined) {
    findings.add(kinds.badNamespace, { namespace: value, reason }, text.at);
  }
  return template && { value, variables: effectiveVariables('namespace', template, valueIn, { environment, at }) };
}

/** The namespace of a file, with variables replaced. */
export function namespaceOf(entry: MapEntry, environment: Environment, findings: Findings): string | undefined {
  const faultOf = (namespace: string) => (namespace === '' ? 'it is empty' : namespaceFault(namespace));
  return expandedNamespace(readName(entry, findings), faultOf, environment, findings);
}

/** The namespace that a prefix has, with variables replaced: empty for no namespace. */
export function prefixedNamespaceOf(entry: MapEntry, environment: Environment, findings: Findings): string | undefined {
  return expandedNamespace(readText(entry, findings), prefixedNamespaceFault, environment, findings);
}

function expandedNamespace(
  text: Located | undefined,
  faultOf: (namespace: string) => string | undefined,
  environment: Environment,
  findings: Findings,
): string | undefined {
  const template = text && readTemplate(text, findings);
  if (text === undefined || template === undefined) return undefined;
  const namespace = expand(template, environment);
  const reason = faultOf(namespace);
  if (reason === undefined) return namespace;
  findings.add(kinds.badNamespace, { namespace, reason }, text.at);
  return findings.isForgiving ? namespace : undefined;
}

/** A soapAction derived from a namespace and a name needs a separator between them. */
export function checkDerivedSoapAction(
  namespace: string,
  operation: string,
  { entries, findings }: ContractFile,
): readonly Diagnostic[] {
  if (namespace.endsWith('/') || namespaceFault(namespace) !== undefined || namespace === '') return [];
  const at = entries.get('namespace')?.value.at;
  return [report(kinds.namespaceWithoutSlash, { namespace, operation }, at && findings.place(at))];
}

/** Names the variables that are set: the error may be in them rather than in the contract. */
function withVariables(reason: string, template: Template, environment: Environment): string {
  const set = uses(template).filter((use) => expand([use], environment) !== use.default);
  return set.length === 0 ? reason : `${reason} (with ${set.map(({ name }) => name).join(', ')} from the environment)`;
}

function effectiveVariables(
  key: 'address' | 'namespace',
  template: Template,
  valueIn: (environment: Environment) => string,
  { environment, at }: { readonly environment: Environment; readonly at: SourceLocation },
): readonly EffectiveVariable[] {
  const value = valueIn(environment);
  const names = [...new Set(uses(template).map(({ name }) => name))];
  return names
    .map((name) => ({ name, key, value, defaultValue: valueIn({ ...environment, [name]: undefined }), at }))
    .filter((variable) => variable.value !== variable.defaultValue);
}

function uses(template: Template): readonly VariableUse[] {
  return template.filter((part) => typeof part !== 'string');
}

/** A `${NAME:-default}` in the text of a contract. */
interface VariableUse {
  readonly name: string;
  readonly default: string;
}

/** Texts and variables in their order. */
type Template = readonly (string | VariableUse)[];

/** Undefined after reporting an invalid variable. A `$` without a brace after it is text. */
function readTemplate({ text, at }: Located, findings: Findings): Template | undefined {
  const parts: (string | VariableUse)[] = [];
  let good = true;
  let from = 0;
  for (let start = text.indexOf('${'); start !== -1; start = text.indexOf('${', from)) {
    parts.push(text.slice(from, start));
    const close = text.indexOf('}', start);
    const end = close === -1 ? text.length : close + 1;
    const variable = text.slice(start, end);
    const use = parseVariable(variable);
    if (typeof use === 'string') {
      good = false;
      findings.add(kinds.badVariable, { variable, reason: use }, findings.within(at, variable, from));
    } else {
      parts.push(use);
    }
    from = end;
  }
  parts.push(text.slice(from));
  return good ? parts : undefined;
}

/** The variable, or why it is invalid. */
function parseVariable(variable: string): VariableUse | string {
  if (!variable.endsWith('}')) return 'it has no closing brace';
  const inner = variable.slice(2, -1);
  const split = inner.indexOf(':-');
  const name = split === -1 ? inner : inner.slice(0, split);
  if (inner.includes('${')) return 'a default cannot hold another variable';
  if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) {
    return /^[A-Za-z_][A-Za-z0-9_]*[-:=?+]/.test(name)
      ? 'only ":-" may follow the name'
      : 'its name is not letters, digits and "_"';
  }
  return split === -1 ? 'it has no default' : { name, default: inner.slice(split + 2) };
}

/** Like a shell: a variable that is unset or empty has its default. */
function expand(template: Template, environment: Readonly<Record<string, string | undefined>>): string {
  const value = ({ name, default: otherwise }: VariableUse): string =>
    (Object.hasOwn(environment, name) && environment[name]) || otherwise;
  return template.map((part) => (typeof part === 'string' ? part : value(part))).join('');
}

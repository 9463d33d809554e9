import { type Diagnostic, contract as kinds, report } from '../diagnostics/index.ts';
import type { ContractFile } from './files.ts';
import type { Findings } from './findings.ts';
import type { MapEntry } from './node.ts';
import { type Overrides, overrideAddress } from './overrides.ts';
import { readName } from './shape.ts';
import { whyNoHttpUrl, whyNoNamespace } from './url.ts';
import { expand, readTemplate, type Template, type VariableUse } from './variables.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** A variable of the environment that makes the contract another one than its defaults do. */
export interface EffectiveVariable {
  readonly name: string;
  /** The key that it stands in. */
  readonly key: 'address' | 'namespace';
  /** What the key comes to with this environment, and with the variable's default in place. */
  readonly value: string;
  readonly defaultValue: string;
}

/** A value with the variables that had a part in it. */
export interface Expanded {
  readonly value: string;
  readonly variables: readonly EffectiveVariable[];
}

/** An address with variables and overrides in place. Undefined after reporting what is wrong with it. */
export function readAddress(
  entry: MapEntry,
  environment: Environment,
  overrides: Overrides,
  findings: Findings,
): Expanded | undefined {
  const text = readName(entry, findings);
  const template = text && readTemplate(text, findings);
  if (text === undefined || template === undefined) return undefined;
  // Overriding what is no URL would blame the override.
  const written = expand(template, environment);
  const reason = whyNoHttpUrl(written);
  if (reason !== undefined) {
    const parameters = { address: written, reason: withVariables(reason, template, environment) };
    findings.add(kinds.badAddress, parameters, text.at);
    return undefined;
  }
  const valueIn = (given: Environment): string => overrideAddress(expand(template, given), overrides);
  return {
    value: valueIn(environment),
    variables: effectiveVariables('address', template, valueIn, environment),
  };
}

/** The namespace of the contract itself. */
export function readTargetNamespace(
  { keys, findings }: ContractFile,
  environment: Environment,
  overrides: Overrides,
): Expanded | undefined {
  const entry = keys.get('namespace');
  const text = entry && readName(entry, findings);
  const template = text && readTemplate(text, findings);
  if (text === undefined || (template === undefined && overrides.namespace === undefined)) return undefined;
  const valueIn = (given: Environment): string => overrides.namespace ?? expand(template ?? [], given);
  const value = valueIn(environment);
  const reason = value === '' ? 'it is empty' : whyNoNamespace(value);
  if (reason !== undefined) {
    // An overriding namespace stands in no file.
    const at = overrides.namespace === undefined ? findings.place(text.at) : {};
    findings.addAll([report(kinds.badNamespace, { namespace: value, reason }, at)]);
  }
  return template && { value, variables: effectiveVariables('namespace', template, valueIn, environment) };
}

/** Any other namespace, variables in place. */
export function namespaceOf(entry: MapEntry, environment: Environment, findings: Findings): string | undefined {
  const text = readName(entry, findings);
  const template = text && readTemplate(text, findings);
  if (text === undefined || template === undefined) return undefined;
  const namespace = expand(template, environment);
  const reason = namespace === '' ? 'it is empty' : whyNoNamespace(namespace);
  if (reason === undefined) return namespace;
  findings.add(kinds.badNamespace, { namespace, reason }, text.at);
  return undefined;
}

/** A soapAction that is a namespace and a name needs something between them. */
export function checkDerivedSoapAction(
  namespace: string,
  operation: string,
  { keys, findings }: ContractFile,
  overrides: Overrides,
): readonly Diagnostic[] {
  if (namespace.endsWith('/') || whyNoNamespace(namespace) !== undefined || namespace === '') return [];
  const at = keys.get('namespace')?.value.at;
  const place = overrides.namespace !== undefined || at === undefined ? {} : findings.place(at);
  return [report(kinds.namespaceWithoutSlash, { namespace, operation }, place)];
}

/** Names the variables that are set: the mistake may be in them rather than in the contract. */
function withVariables(reason: string, template: Template, environment: Environment): string {
  const set = uses(template).filter((use) => expand([use], environment) !== use.default);
  return set.length === 0 ? reason : `${reason} (with ${set.map(({ name }) => name).join(', ')} from the environment)`;
}

function effectiveVariables(
  key: 'address' | 'namespace',
  template: Template,
  valueIn: (environment: Environment) => string,
  environment: Environment,
): readonly EffectiveVariable[] {
  const value = valueIn(environment);
  const names = [...new Set(uses(template).map(({ name }) => name))];
  return names
    .map((name) => ({ name, key, value, defaultValue: valueIn({ ...environment, [name]: undefined }) }))
    .filter((variable) => variable.value !== variable.defaultValue);
}

function uses(template: Template): readonly VariableUse[] {
  return template.filter((part) => typeof part !== 'string');
}

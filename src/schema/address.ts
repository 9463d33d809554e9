import { type Diagnostic, contract as kinds, report } from '../diagnostics/index.ts';
import type { OperationDocument } from './document.ts';
import type { Findings } from './findings.ts';
import { type Overrides, overrideAddress } from './overrides.ts';
import type { PartialDocument } from './read-document.ts';
import type { Located } from './shape.ts';
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

export interface Addressing {
  readonly address: string;
  readonly namespace: string;
  readonly variables: readonly EffectiveVariable[];
}

/** Expands, overrides and checks address and namespace. Undefined when one of them is missing or wrong. */
export function readAddressing(
  document: PartialDocument,
  environment: Environment,
  overrides: Overrides,
  findings: Findings,
): Addressing | undefined {
  const template = (text: Located | undefined): Template | undefined => text && readTemplate(text, findings);
  const addressTemplate = template(document.address);
  const namespaceTemplate = template(document.namespace);
  const address = (given: Environment): string => overrideAddress(expand(addressTemplate ?? [], given), overrides);
  const namespace = (given: Environment): string => overrides.namespace ?? expand(namespaceTemplate ?? [], given);

  if (document.address && addressTemplate) {
    // Overriding what is no URL would blame the override.
    const written = expand(addressTemplate, environment);
    const reason = whyNoHttpUrl(written);
    if (reason !== undefined) {
      findings.add(
        kinds.badAddress,
        { address: written, reason: withVariables(reason, addressTemplate, environment) },
        document.address.at,
      );
    }
  }
  if (document.namespace && (namespaceTemplate || overrides.namespace !== undefined)) {
    checkNamespace(namespace(environment), document.namespace, overrides, document.operations, findings);
  }
  if (!addressTemplate || !namespaceTemplate || findings.hasErrors) return undefined;
  return {
    address: address(environment),
    namespace: namespace(environment),
    variables: [
      ...effectiveVariables('address', addressTemplate, address, environment),
      ...effectiveVariables('namespace', namespaceTemplate, namespace, environment),
    ],
  };
}

function checkNamespace(
  namespace: string,
  written: Located,
  overrides: Overrides,
  operations: readonly OperationDocument[],
  findings: Findings,
): void {
  const reason = namespace === '' ? 'it is empty' : whyNoNamespace(namespace);
  const derived = operations.find(({ soapAction }) => soapAction === undefined);
  const overridden = overrides.namespace !== undefined;
  const found: Diagnostic[] = [];
  // An overriding namespace stands in no file.
  const at = overridden ? {} : findings.place(written.at);
  if (reason !== undefined) found.push(report(kinds.badNamespace, { namespace, reason }, at));
  else if (!namespace.endsWith('/') && derived !== undefined) {
    found.push(report(kinds.namespaceWithoutSlash, { namespace, operation: derived.name.text }, at));
  }
  findings.addAll(found);
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

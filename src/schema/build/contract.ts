import { type Contract, keyOf, type Message } from '../../contract/index.ts';
import { contract as kinds } from '../../diagnostics/index.ts';
import { checkDerivedSoapAction, type EffectiveVariable, type Environment, readTargetNamespace } from '../address.ts';
import type { ContractFile } from '../files.ts';
import { operationsKeys } from '../keys.ts';
import type { Marks } from '../marks.ts';
import { Names } from '../names.ts';
import { type Namespaces, readNamespaces } from '../namespaces.ts';
import { isMissing, type MapEntry } from '../node.ts';
import type { Overrides } from '../overrides.ts';
import { homeOf, originOf } from '../scope.ts';
import { readMap, readName, requireKey } from '../shape.ts';
import { readDoc, readReserved, readXmlName } from '../texts.ts';
import { buildComponents, type Components, schemasOf } from './components.ts';
import { type BuiltOperation, buildOperation, readStyle } from './operation.ts';
import { readOptions } from './options.ts';
import { readOwnKeys } from './own-keys.ts';
import { bindingsOf, readEndpoints, serviceOf } from './service.ts';
import { encodedAction, readSoapActionTemplate } from './soap-action.ts';

export interface BuiltContract {
  /** Of files with errors, as far as it goes: what can be checked on it is checked. */
  readonly contract: Contract;
  readonly variables: readonly EffectiveVariable[];
}

export interface BuildOptions {
  readonly environment: Environment;
  readonly overrides: Overrides;
  readonly marks: Marks;
  /** Whether every file could be read. */
  readonly complete: boolean;
}

/** The model of a contract's files, the contract's own first. What makes no sense in them goes to their findings. */
export function buildContract(
  files: readonly [ContractFile, ...ContractFile[]],
  { environment, overrides, marks, complete }: BuildOptions,
): BuiltContract {
  const [main] = files;
  const { keys, findings } = main;
  const serviceEntry = requireKey(keys, 'service', 'the contract', main.start, findings);
  const serviceText = serviceEntry && readName(serviceEntry, findings);
  const name = (serviceText && readXmlName(serviceText, 'a service', findings))?.text ?? '';
  requireKey(keys, 'namespace', 'the contract', main.start, findings);
  const target = readTargetNamespace(main, environment, overrides);
  const targetNamespace = target?.value ?? '';
  const namespaces = readNamespaces(files, targetNamespace, environment, { names: new Names(complete), marks });
  const components = buildComponents(files, namespaces, targetNamespace);
  const endpoints = readEndpoints(main, name, environment, overrides) ?? { ports: [], variables: [] };
  const built = files.map((file) => buildOperations(file, namespaces, components, targetNamespace, overrides));
  const operations = built.flatMap((file) => file.operations);
  checkOperations(files, operations.length);
  const bindings = bindingsOf(
    name,
    endpoints,
    readStyle(keys.get('style'), main) ?? 'wrapped',
    operations.map(({ binding }) => binding),
    { namespace: targetNamespace, local: `${name}Soap` },
  );
  const doc = readDoc(keys.get('doc'), findings);
  const contract: Contract = {
    name,
    targetNamespace,
    doc,
    origin: serviceText && originOf(serviceText, findings),
    schemas: schemasOf(
      components,
      operations.flatMap(({ elements }) => elements),
      targetNamespace,
      namespaces,
    ),
    messages: [...operations.flatMap(({ messages }) => messages), ...carriedMessages(components)],
    portTypes: [
      {
        name: { namespace: targetNamespace, local: `${name}Soap` },
        operations: operations.map(({ operation }) => operation),
        ...reservedOf(built.flatMap(({ reserved }) => reserved)),
      },
    ],
    bindings,
    services: [serviceOf(name, doc, endpoints, bindings)],
    options: readOptions(keys.get('options'), findings),
  };
  return { contract, variables: [...endpoints.variables, ...(target?.variables ?? [])] };
}

/** Of headers and faults. */
function carriedMessages({ headers, faults }: Components): readonly Message[] {
  return [...headers.values(), ...faults.values()].map(({ message }) => message);
}

interface BuiltOperations {
  readonly operations: readonly BuiltOperation[];
  readonly reserved: readonly string[];
}

function buildOperations(
  file: ContractFile,
  { scopes }: Namespaces,
  components: Components,
  targetNamespace: string,
  overrides: Overrides,
): BuiltOperations {
  const { findings, keys } = file;
  const scope = scopes.get(file);
  const entry = keys.get('operations');
  const style = readStyle(keys.get('style'), file) ?? 'wrapped';
  const template = readSoapActionTemplate(keys.get('soapAction'), findings);
  const map =
    entry === undefined || isMissing(entry.value) ? undefined : readMap(entry.value, '"operations"', findings);
  if (map === undefined || scope === undefined) return { operations: [], reserved: [] };
  const { own } = readOwnKeys(map, operationsKeys, '"operations"', findings);
  let derived: MapEntry | undefined;
  const home = homeOf(scope, scope.namespace);
  const entries = map.entries.filter(({ key }) => !key.text.startsWith('$'));
  const operations = entries.flatMap((one) => {
    const setting = {
      targetNamespace,
      style,
      soapActionOf: (operation: string): string => {
        if (template !== undefined) return template(operation);
        derived ??= one;
        return encodedAction(`${scope.namespace}${operation}`);
      },
      headers: (name: Parameters<typeof keyOf>[0]) => components.headers.get(keyOf(name)),
      faults: (name: Parameters<typeof keyOf>[0]) => components.faults.get(keyOf(name)),
    };
    return buildOperation(one, setting, home) ?? [];
  });
  if (derived !== undefined) {
    const namespaced = keys.has('namespace') ? file : (file.includedBy ?? file);
    findings.addAll(checkDerivedSoapAction(scope.namespace, derived.key.text, namespaced, overrides));
  }
  return { operations, reserved: readReserved(own.get('$reserved'), findings) ?? [] };
}

/** A service has operations: of its own, or included. */
function checkOperations([main]: readonly [ContractFile, ...ContractFile[]], count: number): void {
  const { keys, findings } = main;
  const entry = keys.get('operations');
  if (entry === undefined) {
    if (count === 0) requireKey(keys, 'operations', 'the contract', main.start, findings);
    return;
  }
  const isEmpty = isMissing(entry.value) || (entry.value.kind === 'map' && entry.value.entries.length === 0);
  if (isEmpty && count === 0) findings.add(kinds.emptyService, {}, entry.key.at);
}

function reservedOf(reserved: readonly string[]): { readonly reserved?: readonly string[] } {
  return reserved.length === 0 ? {} : { reserved };
}

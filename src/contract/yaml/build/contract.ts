import { contract as kinds, type Marks } from '../../../diagnostics/index.ts';
import { styles, uses } from '../../language/index.ts';
import { type Contract, isEncodedOperation, type Message, nameKey } from '../../model/index.ts';
import { checkDerivedSoapAction, type EffectiveVariable, type Environment, readTargetNamespace } from '../address.ts';
import { readConstruct } from '../entries.ts';
import type { ContractFile } from '../files.ts';
import { type Namespaces, readNamespaces } from '../namespaces.ts';
import type { Overrides } from '../overrides.ts';
import { homeOf, Names, originOf } from '../scope.ts';
import { indentedEntries } from '../section-indent.ts';
import { readMap, readReserved, readXmlName } from '../values.ts';
import { isMissing, type MapEntry } from '../yaml-node.ts';
import { withActions } from './addressing.ts';
import { buildComponents, type Components, schemasOf } from './components.ts';
import { withDeclared } from './declared-messages.ts';
import { readNameTemplate } from './name-template.ts';
import { type BuiltOperation, buildOperation } from './operation.ts';
import { mergeMessages } from './operation-messages.ts';
import { buildInnerRecord } from './record.ts';
import { bindingsOf, encodeAction, readEndpoints, readOptions, readSoapActionTemplate, serviceOf } from './service.ts';
import { readWsdlDetails, type WsdlDetails } from './wsdl-details.ts';

export interface BuiltContract {
  /** Incomplete for files with errors: its other parts are checked all the same. */
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

/** The model of the files of a contract, the main file first. Errors are added to the findings of each file. */
export function buildContract(
  files: readonly [ContractFile, ...ContractFile[]],
  { environment, overrides, marks, complete }: BuildOptions,
): BuiltContract {
  const [main] = files;
  const { entries, findings } = main;
  entries.require('service', 'the contract', main.start);
  const serviceText = entries.name('service');
  const name = (serviceText && readXmlName(serviceText, 'a service', findings))?.text ?? '';
  entries.require('namespace', 'the contract', main.start);
  const target = readTargetNamespace(main, environment, overrides);
  const targetNamespace = target?.value ?? '';
  const namespaces = readNamespaces(files, targetNamespace, environment, {
    names: new Names(complete),
    marks,
    buildInnerRecord,
  });
  const wsdl = readWsdlDetails(entries, targetNamespace);
  const components = buildComponents(files, namespaces, wsdl);
  const built = files.map((file) => buildOperations(file, namespaces, components, wsdl));
  const operations = built.flatMap((file) => file.operations);
  const isEncoded = operations.some(({ bindingOf }) => {
    const bound = bindingOf('1.1') ?? bindingOf('1.2');
    return bound !== undefined && isEncodedOperation(bound);
  });
  const endpoints = readEndpoints(main, name, environment, overrides, isEncoded) ?? { ports: [], variables: [] };
  if (!findings.isForgiving) checkOperations(files, operations.length);
  const portType = { namespace: wsdl.targetNamespace, local: wsdl.portType.name ?? `${name}Soap` };
  const isRpc = entries.choice('style', styles, 'style') === 'rpc';
  const bindings = bindingsOf(name, endpoints, isRpc, operations, portType, wsdl);
  const doc = entries.doc();
  const contract: Contract = {
    name,
    targetNamespace: wsdl.targetNamespace,
    doc,
    ...wsdl.definitions,
    origin: serviceText && originOf(serviceText, findings),
    schemas: schemasOf(
      components,
      operations.flatMap(({ elements }) => elements),
      targetNamespace,
      namespaces,
    ),
    messages: messagesOf(operations, components),
    portTypes: [
      {
        name: portType,
        operations: operations.map(({ operation }) => operation),
        ...wsdl.portType.notes,
        ...reservedOf(built.flatMap(({ reserved }) => reserved)),
      },
    ],
    bindings,
    senderFaultStatus: entries.choice('senderFaultStatus', ['400', '500'], 'status of sender faults'),
    services: [{ ...serviceOf(name, doc, endpoints, bindings), ...wsdl.service }],
    options: readOptions(entries.get('options'), findings),
  };
  const scope = namespaces.scopes.get(main);
  const declared = scope === undefined ? contract : withDeclared(contract, wsdl, homeOf(scope, scope.namespace));
  const addressing = new Set(endpoints.ports.flatMap((port) => port.addressing ?? []));
  return {
    contract: withActions(declared, addressing),
    variables: [...endpoints.variables, ...(target?.variables ?? [])],
  };
}

/** Of operations, and of the headers and faults whose messages are the same for all operations. */
function messagesOf(operations: readonly BuiltOperation[], { headers, faults }: Components): readonly Message[] {
  const carried = [...headers.values(), ...faults.values()].filter((one) => !one.isOfOperation);
  const own = carried.filter(({ sharesMessage }) => !sharesMessage).map(({ messageOf }) => messageOf(''));
  const shared = carried.filter(({ sharesMessage }) => sharesMessage).map(({ messageOf }) => messageOf(''));
  const ofOperations = operations.flatMap(({ messages, faultMessages }) => [...messages, ...faultMessages]);
  return [...mergeMessages([...ofOperations, ...shared]), ...own];
}

interface BuiltOperations {
  readonly operations: readonly BuiltOperation[];
  readonly reserved: readonly string[];
}

function buildOperations(
  file: ContractFile,
  { scopes }: Namespaces,
  components: Components,
  wsdl: WsdlDetails,
): BuiltOperations {
  const { findings, entries } = file;
  const scope = scopes.get(file);
  const entry = entries.get('operations');
  const style = entries.choice('style', styles, 'style') ?? 'wrapped';
  const use = (file.includedBy && entries.choice('use', uses, 'use')) ?? wsdl.use;
  const template = readSoapActionTemplate(entries.get('soapAction'), findings);
  const resultName = readNameTemplate(entries, 'resultName');
  const map =
    entry === undefined || isMissing(entry.value) ? undefined : readMap(entry.value, '"operations"', findings);
  if (map === undefined || scope === undefined) return { operations: [], reserved: [] };
  const reserved = readConstruct(map, 'operations', findings).get('$reserved');
  let derived: MapEntry | undefined;
  const home = homeOf(scope, scope.namespace);
  const named = indentedEntries(map, 'operations', findings).filter(({ key }) => !key.text.startsWith('$'));
  const operations = named.flatMap((one) => {
    const context = {
      wsdl,
      style,
      use,
      resultName,
      soapActionOf: (operation: string): string => {
        if (template !== undefined) return template(operation);
        derived ??= one;
        return encodeAction(`${scope.namespace}${operation}`);
      },
      headers: (name: Parameters<typeof nameKey>[0]) => components.headers.get(nameKey(name)),
      faults: (name: Parameters<typeof nameKey>[0]) => components.faults.get(nameKey(name)),
    };
    return buildOperation(one, context, home) ?? [];
  });
  if (derived !== undefined) {
    const namespaced = entries.has('namespace') ? file : (file.includedBy ?? file);
    findings.addAll(checkDerivedSoapAction(scope.namespace, derived.key.text, namespaced));
  }
  return { operations, reserved: reserved === undefined ? [] : readReserved(reserved, findings) };
}

/** A service has operations, in its own or an included file. */
function checkOperations([main]: readonly [ContractFile, ...ContractFile[]], count: number): void {
  const { entries, findings } = main;
  const entry = count === 0 ? entries.require('operations', 'the contract', main.start) : undefined;
  if (entry === undefined) return;
  const isEmpty = isMissing(entry.value) || (entry.value.kind === 'map' && entry.value.entries.length === 0);
  if (isEmpty) findings.add(kinds.emptyService, {}, entry.key.at);
}

function reservedOf(reserved: readonly string[]): { readonly reserved?: readonly string[] } {
  return reserved.length === 0 ? {} : { reserved };
}

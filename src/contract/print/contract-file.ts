import {
  type Contract,
  type ContractOptions,
  chosenPrefixes,
  componentIndexOf,
  demandText,
  hasEncoding,
  metDemands,
  nameKey,
  oneValueIn,
  type Port,
  type Schema,
  soapEncoding,
  soapEncoding12,
} from '../model/index.ts';
import { addressingOfPort } from '../yaml/build/addressing.ts';
import { addressText, hasUsualPorts, versionOf } from './address.ts';
import {
  type BoundOperation,
  elementsOf,
  mainNamespace,
  operationsOf,
  type Style,
  type Use,
  useOf,
  wrapperName,
} from './bodies.ts';
import { CarriedElements, faultEntry, headerEntry } from './carried.ts';
import { componentSections, section } from './component-sections.ts';
import { constructMap, entriesOf, filled, type KeyValues } from './construct-map.ts';
import { elementUses } from './element-uses.ts';
import type { Gaps } from './gaps.ts';
import { isSayable, securityKeys } from './message-security.ts';
import { commonResultName, isPlainElement, isPlainWrapper, type MessageScope } from './messages.ts';
import { notesOf } from './notes.ts';
import { operationEntry } from './operations.ts';
import { innerRecord } from './records.ts';
import { homeOf, type Scope } from './scope.ts';
import { commonTemplate, type Templated } from './templates.ts';
import { contractWsdl, isInFull, wsdlNames } from './wsdl-names.ts';
import { mapOf, type YamlEntry, type YamlMap, type YamlValue } from './yaml-tree.ts';

/** A contract as the map of one YAML file. @param tolerance keys about mistakes and unused components. */
export function contractMap(
  contract: Contract,
  tolerance: KeyValues,
  { gaps, remarks, inFull }: Pick<Scope, 'gaps' | 'remarks' | 'inFull'>,
): YamlMap {
  const operations = operationsOf(contract);
  const namespace = mainNamespace(contract, operations);
  const scope: Scope = {
    contract,
    index: componentIndexOf(contract),
    namespace,
    prefixes: chosenPrefixes(contract, [contract.targetNamespace, soapEncoding, soapEncoding12]),
    used: new Set(),
    gaps,
    remarks,
    inFull,
    innerRecord,
  };
  const carried = new CarriedElements(contract, operations, (one) => (scope.prefixes.has(one) ? one : namespace));
  const inPlace = elementsInPlace(scope, operations, carried);
  const names = wsdlNames(operations, carried);
  const style = commonStyle(operations);
  const soapAction = actionTemplate(operations, namespace);
  const home = { ...homeOf(scope, namespace), inPlace };
  const resultName = commonResultName(operations, home);
  const messageScope: MessageScope = { ...home, resultName, hasOneValue: oneValueIn(contract) };
  const use = commonUse(operations);
  const context = { contract, style, use, soapAction, carried, names };
  const carriedOptions = { inPlace, elements: elementsOf(contract), carried, use };
  const sections: KeyValues = {
    operations: section([
      ...entriesOf('operations', { $reserved: filled(contract.portTypes[0]?.reserved) }, gaps),
      ...operations.map((one) => operationEntry(one, context, messageScope)),
    ]),
    headers: section(
      carried.headers.map((one) =>
        headerEntry(
          one,
          {
            ...carriedOptions,
            message: stated(names.messages.header, '{name}Header'),
            part: stated(names.parts.header, '{name}'),
          },
          scope,
        ),
      ),
    ),
    faults: section(
      carried.faults.map((one) =>
        faultEntry(
          one,
          {
            ...carriedOptions,
            message: stated(names.messages.fault, '{name}Fault'),
            part: stated(names.parts.fault, 'detail'),
          },
          scope,
        ),
      ),
    ),
    ...componentSections(contract, inPlace, scope),
  };
  // After the components, whose names decide which prefixes are declared.
  for (const schema of contract.schemas) {
    if (schema.foreign !== undefined || schema.appinfo !== undefined) scope.used.add(schema.targetNamespace);
  }
  const isDerived = soapAction === `${namespace}{operation}` && namespace.endsWith('/');
  const head: KeyValues = {
    soapwright: 1,
    ...headKeys(contract, namespace, gaps),
    ...formKeys(contract.schemas.find(({ targetNamespace }) => targetNamespace === namespace)),
    namespaces: namespacesMap(scope),
    style,
    use,
    soapAction: isDerived ? undefined : soapAction,
    resultName,
    ...tolerance,
    wsdl: contractWsdl(contract, names, style === 'rpc', messageScope),
  };
  return mapOf(entriesOf('contract', { ...head, ...sections }, gaps), 'sections');
}

function headKeys(contract: Contract, namespace: string, gaps: Gaps): KeyValues {
  const { name, targetNamespace, services, options, senderFaultStatus } = contract;
  const [service] = services;
  return {
    service: name,
    doc: service?.doc ?? contract.doc,
    namespace,
    wsdlNamespace: targetNamespace === namespace ? undefined : targetNamespace,
    ...endpointKeys(contract, gaps),
    senderFaultStatus: senderFaultStatus === undefined ? undefined : Number(senderFaultStatus),
    options: optionsMap(options),
  };
}

function endpointKeys(contract: Contract, gaps: Gaps): KeyValues {
  const { name, services, bindings } = contract;
  const ports = services[0]?.ports ?? [];
  const address = addressText(name, ports[0]?.address ?? '');
  const versions = ports.map((port) => versionOf(port, bindings));
  // SOAP 1.2 has no such encoding.
  const isUsual = hasEncoding(contract) && versions.join() === '1.1';
  const uses = new Set(ports.map((port) => port.mtom));
  const [mtom] = uses.size === 1 ? uses : [];
  const demands = ports.map((port) => securityValue(port, gaps));
  const isSameSecurity = new Set(demands.map((one) => JSON.stringify(one))).size === 1;
  const security = isSameSecurity ? demands[0] : undefined;
  if (hasUsualPorts(contract) && uses.size === 1 && isSameSecurity) {
    return { address, soap: isUsual ? undefined : versions, mtom, security };
  }
  const entries = ports.map((port, index): YamlEntry => {
    const own = port.address === ports[0]?.address ? undefined : port.address;
    const addressing = addressingOfPort(port);
    const extensions = addressing === undefined ? port.extensions : port.extensions?.slice(0, -1);
    const keys = {
      soap: versions[index],
      address: own,
      addressing,
      mtom: mtom ? undefined : port.mtom,
      security: isSameSecurity ? undefined : demands[index],
      ...notesOf(port),
      extensions: filled(extensions),
    };
    return {
      key: port.name,
      value: constructMap('port', keys, gaps),
    };
  });
  return { address, mtom, security, ports: mapOf(entries, 'lines') };
}

/** What clients meet of the demands of a port: one, or a list of alternatives. */
function securityValue({ security = [] }: Port, gaps: Gaps): YamlValue | undefined {
  const met = metDemands(security);
  // The policies say it, which are kept.
  if (!met.every(isSayable)) return undefined;
  const [first, ...others] = met.map((one) => constructMap('security', securityKeys(one, gaps), gaps));
  if (first === undefined || met.every((one) => demandText(one) === 'nothing')) return undefined;
  return others.length === 0 ? first : [first, ...others];
}

function optionsMap(options: ContractOptions): YamlMap | undefined {
  const map = mapOf(
    Object.entries(options).flatMap(([key, value]) => (usualOptions[key] === value ? [] : [{ key, value }])),
  );
  return map.entries.length === 0 ? undefined : map;
}

const usualOptions: Readonly<Record<string, string>> = {
  long: 'bigint',
  decimal: 'string',
  dateTime: 'Date',
  date: 'string',
  duration: 'string',
};

function formKeys(schema: Schema | undefined): KeyValues {
  return { elementForm: schema?.elementFormDefault, attributeForm: schema?.attributeFormDefault };
}

/** The namespaces whose prefixes the file uses, in the order of their schemas. */
function namespacesMap({ contract, namespace: own, prefixes, used, gaps }: Scope): YamlMap | undefined {
  // Messages and TypeScript have the prefix of the file's own namespace too, where that is not the WSDL's.
  const isOwn = (namespace: string): boolean =>
    namespace === own && namespace !== contract.targetNamespace && !isNumbered(prefixes.get(namespace));
  const all = [...prefixes].filter(([namespace]) => used.has(namespace) || isOwn(namespace));
  const entries = all.map(([uri, key]): YamlEntry => {
    const schema = contract.schemas.find(({ targetNamespace }) => targetNamespace === uri);
    const { foreign, appinfo } = notesOf(schema ?? {});
    const map = constructMap('namespace', { uri, ...formKeys(schema), foreign, appinfo }, gaps);
    return { key, value: map.entries.length === 1 ? uri : map };
  });
  return entries.length === 0 ? undefined : mapOf(entries, 'lines');
}

/** Whether a prefix is a generated one, of a namespace that had none. */
function isNumbered(prefix: string | undefined): boolean {
  return prefix === 'ns1';
}

function commonStyle(operations: readonly BoundOperation[]): Style {
  const styles: readonly Style[] = ['wrapped', 'bare', 'rpc'];
  const count = (style: Style): number => operations.filter((one) => one.style === style).length;
  return [...styles].sort((one, other) => count(other) - count(one))[0] ?? 'wrapped';
}

/** A template that the contract states. */
function stated(template: string | undefined, usual: string): string | undefined {
  return template === usual ? undefined : template;
}

/** The encoding of most operations. */
function commonUse(operations: readonly BoundOperation[]): Use {
  const encoded = operations.filter((operation) => useOf(operation) === 'encoded').length;
  return encoded * 2 > operations.length ? 'encoded' : 'literal';
}

/** The template of most soapActions. One with other braces cannot be stated: then each operation has its own. */
function actionTemplate(operations: readonly BoundOperation[], namespace: string): string {
  const template = commonTemplate(actionsOf(operations), `${namespace}{operation}`);
  return /[{}]/.test(template.replaceAll('{operation}', '')) ? '' : template;
}

function actionsOf(operations: readonly BoundOperation[]): readonly Templated[] {
  return operations.flatMap(({ bound, key }) =>
    /[{}]/.test(bound.soapAction) ? [] : [{ text: bound.soapAction, values: { operation: key } }],
  );
}

/** The elements that operations, headers and faults declare: those that nothing else refers to. */
function elementsInPlace(
  scope: Scope,
  operations: readonly BoundOperation[],
  carried: CarriedElements,
): ReadonlySet<string> {
  const { contract, namespace } = scope;
  const uses = elementUses(contract, operations);
  const named = elementsInFull(contract, scope);
  const found = new Set<string>();
  for (const { style, key, request, response } of operations) {
    for (const direction of ['request', 'response'] as const) {
      const element = (direction === 'request' ? request : response)?.element;
      if (style === 'rpc' || element === undefined || element.name.namespace !== namespace) continue;
      const isPlain =
        style === 'bare' ? isPlainElement(element) : isPlainWrapper(element, wrapperName(key, direction), scope);
      if (isPlain && uses.get(nameKey(element.name)) === 1 && !named.has(nameKey(element.name))) {
        found.add(nameKey(element.name));
      }
    }
  }
  const elements = elementsOf(contract);
  for (const { element: name, use } of [...carried.headers, ...carried.faults]) {
    const element = elements.get(nameKey(name));
    // In place, an encoded one would be a part with a type.
    if (element === undefined || use === 'encoded' || !isPlainElement(element)) continue;
    if (uses.get(nameKey(name)) === 1 && !named.has(nameKey(name))) found.add(nameKey(name));
  }
  return found;
}

/** The elements that messages in full refer to by name. */
function elementsInFull({ messages }: Contract, scope: Scope): ReadonlySet<string> {
  const parts = messages.flatMap((message) =>
    isInFull(message, scope) ? [...message.parts, ...(message.declaredParts ?? [])] : [],
  );
  return new Set(parts.flatMap(({ content }) => (content.kind === 'element' ? nameKey(content.name) : [])));
}

import {
  localIdentifier,
  type ResolvedBody,
  type ResolvedOperation,
  type ResolvedPortType,
  type ResolvedService,
  type SimpleDefinition,
  type SimpleValue,
  type SoapVersion,
} from '../contract/index.ts';
import { type Code, type Doc, headed, line, listed } from './code.ts';
import { lifeCycleTags } from './doc.ts';
import { type EmitOptions, type Reading, specifierOf } from './file.ts';
import { GeneratedFile } from './generated-file.ts';
import { stringLiteral, valueLiteral } from './literal.ts';
import { inputText, outputText } from './operation-types.ts';
import { sampleValue } from './sample-value.ts';
import { propertyKey } from './tags.ts';
import type { ClientClassView, ClientView } from './views.ts';

/** client.ts: a class for each port type, with a typed method for each operation. */
export function clientView(
  service: ResolvedService,
  { source, importExtension, reading = 'standard' }: EmitOptions,
): ClientView {
  const types = specifierOf('./types', importExtension);
  const addresses = addressEntries(service);
  const renamed = new Map(addresses.length === 0 ? [] : [['addresses', 'addressesType']]);
  const file = new GeneratedFile(service, { importExtension, runtime: '@soapwright/runtime/client', types, renamed });
  const simpleTypes = new Map(service.simpleTypes.map(({ typeName, definition }) => [typeName, definition]));
  const defaultReading = readingText(reading, file);
  const common = { operations: specifierOf('./client-operations', importExtension), reading: defaultReading };
  const operations = new Map(service.operations.map((operation) => [operation.identifier, operation]));
  const clients = service.portTypes.map((portType, index): ClientClassView => {
    const methods = [...portType.methods].flatMap(([name, identifier]) => {
      const operation = operations.get(identifier);
      if (operation === undefined) return [];
      return [{ doc: methodDoc(name, operation, simpleTypes), code: method(name, operation, file) }];
    });
    const own = classOf(portType, service, index);
    const soap = defaultVersion(portType) === '1.1' ? '' : stringLiteral('1.2');
    const isLong = soap !== '' || defaultReading !== '';
    return { ...common, ...own, soap, isLong, isCallFree: !portType.methods.has('call'), methods };
  });
  file.module('soap');
  return {
    source,
    types,
    imports: [...file.imports],
    faults: service.faults.length === 0 ? '' : specifierOf('./client-faults', importExtension),
    headers: service.headers.length === 0 ? '' : specifierOf('./client-headers', importExtension),
    defaultAddress: service.address === '' ? '' : stringLiteral(service.address),
    addresses,
    clients,
  };
}

/** The class of the first port type stands for the service, with `defaultAddress`. */
function classOf(
  { name, client, service, doc, ports: [first] }: ResolvedPortType,
  { name: main, doc: mainDoc, address }: ResolvedService,
  index: number,
): Pick<ClientClassView, 'doc' | 'name' | 'address' | 'isFurther'> {
  if (index === 0) {
    const own = address === '' ? '' : 'defaultAddress';
    return { doc: classDoc(main, mainDoc), name: client, address: own, isFurther: false };
  }
  const own = first === undefined || first.address === '' ? '' : `addresses${propertyAccess(first.name)}`;
  return { doc: classDoc(`the port type ${name} of ${service}`, doc), name: client, address: own, isFurther: true };
}

/** `addresses`, where a service has several. */
function addressEntries({ portTypes }: ResolvedService): readonly Code[] {
  const ports = portTypes
    .flatMap((portType) =>
      portType.ports.map((port) => ({ ...port, isDefault: port.soapVersion === defaultVersion(portType) })),
    )
    .filter(({ address }) => address !== '');
  const isOne = portTypes.length === 1 && new Set(ports.map(({ address }) => address)).size < 2;
  if (isOne || ports.length === 0) return [];
  const entries = ports.map(({ name, address, soapVersion, isDefault }) => {
    const note = isDefault ? '' : ` // with the option soap: '${soapVersion}'`;
    return line(`${propertyKey(name)}: ${stringLiteral(address)},${note}`);
  });
  return [headed(line('export const addresses = {'), entries, '} as const;')];
}

/** The version that a client speaks without the option `soap`: that of its default address, 1.1 if that has both. */
function defaultVersion({ ports }: ResolvedPortType): SoapVersion {
  const [first] = ports;
  const at = ports.filter(({ address }) => address === first?.address).map(({ soapVersion }) => soapVersion);
  return at.length > 0 && !at.includes('1.1') ? '1.2' : '1.1';
}

function propertyAccess(name: string): string {
  const key = propertyKey(name);
  return key === name ? `.${name}` : `[${key}]`;
}

function classDoc(name: string, doc: string | undefined): Doc['paragraphs'] {
  return [
    `A client of ${name}.`,
    doc,
    { tag: '@throws', text: '{soap.SoapFault} from each method, if the service responds with a fault.' },
    {
      tag: '@throws',
      text: '{soap.ClientError} from each method, if no response can be read; `npx soapwright explain CODE` explains its `code`.',
    },
  ];
}

/** The default of the option `reading`; empty for that of the runtime. */
function readingText(reading: Reading, file: GeneratedFile): string {
  if (reading === 'tolerant') return `${file.module('tolerance')}.tolerant`;
  return reading === 'strict' ? stringLiteral(reading) : '';
}

function methodDoc(name: string, resolved: ResolvedOperation, simpleTypes: SimpleTypes): Doc['paragraphs'] {
  const { doc, operation, faults } = resolved;
  return [
    doc,
    ...faults.map(({ identifier }) => ({
      tag: '@throws' as const,
      text: `{soap.TypedFault} \`faults.${identifier}\`.`,
    })),
    ...lifeCycleTags(operation),
    { tag: '@example', code: [exampleCall(name, resolved, simpleTypes)] },
  ];
}

type SimpleTypes = ReadonlyMap<string, SimpleDefinition>;

/** A call with the fields of the request: literals for numbers and truth values, variables for all others. */
function exampleCall(name: string, { input, output }: ResolvedOperation, simpleTypes: SimpleTypes): Code {
  const head = `${output === undefined ? '' : 'const result = '}await client.${name}(`;
  const properties = exampleProperties(input, simpleTypes);
  if (properties === undefined) return line(`${head}request);`);
  return listed(`${head}{`, properties, '});', { spaced: true });
}

function exampleProperties({ structure }: ResolvedBody, simpleTypes: SimpleTypes): readonly string[] | undefined {
  if (structure === undefined) return undefined;
  const { attributes, content } = structure;
  if (content.kind === 'text' || content.kind === 'mixed') return undefined;
  const members = content.kind === 'fields' ? content.fields : content.members;
  return [...attributes, ...members]
    .filter((one) => one.deprecated === undefined)
    .map((one) => {
      const isPlain = 'type' in one && !('many' in one && one.many) && one.type.kind === 'simple' && !one.sensitive;
      const value = isPlain ? exampleValue(one.type, simpleTypes) : undefined;
      const variable = value ?? localIdentifier(one.property, new Set());
      return variable === one.property ? variable : `${one.property}: ${variable}`;
    });
}

/** Undefined for all other types, since a sample would not help. */
function exampleValue({ name, representation, declared }: SimpleValue, simpleTypes: SimpleTypes): string | undefined {
  if (representation !== 'number' && representation !== 'bigint' && representation !== 'boolean') return undefined;
  const definition = declared === undefined ? undefined : simpleTypes.get(declared);
  const text = sampleValue(definition ?? { kind: 'built-in', name, representation });
  if (text === undefined || !/^(?:true|false|-?\d+)$/.test(text)) return undefined;
  return representation === 'boolean' ? text : valueLiteral(text, representation);
}

function method(name: string, operation: ResolvedOperation, file: GeneratedFile): readonly Code[] {
  const { identifier } = operation;
  const parameters = [`request: ${inputText(operation, file)}`, 'options?: soap.CallOptions'];
  const signature = listed(`${name}(`, parameters, `): Promise<${outputText(operation, file)}> {`);
  const body = line(`return this.#soap.call(${file.module('operations')}.${identifier}, request, options);`);
  return [headed(signature, [body], '}')];
}

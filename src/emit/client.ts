import {
  localIdentifier,
  type ResolvedBody,
  type ResolvedOperation,
  type ResolvedService,
  type SimpleDefinition,
  type SimpleValue,
} from '../contract/index.ts';
import { type Code, type Doc, headed, line, listed } from './code.ts';
import { lifeCycleTags } from './doc.ts';
import { type EmitOptions, type Reading, specifierOf } from './file.ts';
import { GeneratedFile } from './generated-file.ts';
import { stringLiteral, valueLiteral } from './literal.ts';
import { inputText, outputText } from './operation-types.ts';
import { sampleValue } from './sample-value.ts';
import type { ClientView } from './views.ts';

/** client.ts: a class with a typed method for each operation. */
export function clientView(
  service: ResolvedService,
  { source, importExtension, reading = 'standard' }: EmitOptions,
): ClientView {
  const types = specifierOf('./types', importExtension);
  const file = new GeneratedFile(service, { importExtension, runtime: '@soapwright/runtime/client', types });
  const simpleTypes = new Map(service.simpleTypes.map(({ typeName, definition }) => [typeName, definition]));
  const methods = service.operations.map((operation) => ({
    doc: methodDoc(operation, simpleTypes),
    code: method(operation, file),
  }));
  file.module('soap');
  const settings = [
    ...readingSetting(reading, file),
    ...multipartSetting(service, file),
    ...addressingSetting(service, file),
  ];
  return {
    source,
    types,
    operations: specifierOf('./client-operations', importExtension),
    imports: [...file.imports],
    faults: service.faults.length === 0 ? '' : specifierOf('./client-faults', importExtension),
    headers: service.headers.length === 0 ? '' : specifierOf('./client-headers', importExtension),
    defaultAddress: service.address === '' ? '' : stringLiteral(service.address),
    settings,
    doc: [
      `A client of ${service.name}.`,
      service.doc,
      { tag: '@throws', text: '{soap.SoapFault} from each method, if the service responds with a fault.' },
      {
        tag: '@throws',
        text: '{soap.ClientError} from each method, if no response can be read; `npx soapwright explain CODE` explains its `code`.',
      },
    ],
    name: service.names.client,
    isCallFree: service.operations.every(({ identifier }) => identifier !== 'call'),
    methods,
  };
}

/** The default of the option `reading`, unless it is that of the runtime. */
function readingSetting(reading: Reading, file: GeneratedFile): readonly string[] {
  if (reading === 'standard') return [];
  const value = reading === 'tolerant' ? `${file.module('tolerance')}.tolerant` : stringLiteral(reading);
  return [`reading: options.reading ?? ${value},`];
}

/** WS-Addressing that the contract demands: after the interceptors of the options, which may have blocks of their own. */
function addressingSetting({ addressing }: ResolvedService, file: GeneratedFile): readonly string[] {
  if (addressing?.required !== true) return [];
  const call = `${file.module('soapAddressing')}.addressing({ version: ${stringLiteral(addressing.version)} })`;
  return [`interceptors: [...(options.interceptors ?? []), ${call}],`];
}

/** MTOM that the contract states. */
function multipartSetting({ mtom }: ResolvedService, file: GeneratedFile): readonly string[] {
  if (mtom.client === undefined) return [];
  const send = mtom.client === 'required' ? 'always' : 'never';
  return [`multipart: options.multipart ?? ${file.module('mtom')}.mtom({ send: ${stringLiteral(send)} }),`];
}

function methodDoc(resolved: ResolvedOperation, simpleTypes: SimpleTypes): Doc['paragraphs'] {
  const { doc, operation, faults } = resolved;
  return [
    doc,
    ...faults.map(({ identifier }) => ({
      tag: '@throws' as const,
      text: `{soap.TypedFault} \`faults.${identifier}\`.`,
    })),
    ...lifeCycleTags(operation),
    { tag: '@example', code: [exampleCall(resolved, simpleTypes)] },
  ];
}

type SimpleTypes = ReadonlyMap<string, SimpleDefinition>;

/** A call with the fields of the request: literals for numbers and truth values, variables for all others. */
function exampleCall({ identifier, input, output }: ResolvedOperation, simpleTypes: SimpleTypes): Code {
  const head = `${output === undefined ? '' : 'const result = '}await client.${identifier}(`;
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

function method(operation: ResolvedOperation, file: GeneratedFile): readonly Code[] {
  const { identifier } = operation;
  const parameters = [`request: ${inputText(operation, file)}`, 'options?: soap.CallOptions'];
  const signature = listed(`${identifier}(`, parameters, `): Promise<${outputText(operation, file)}> {`);
  const body = line(`return this.#soap.call(${file.module('operations')}.${identifier}, request, options);`);
  return [headed(signature, [body], '}')];
}

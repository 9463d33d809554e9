import { encodeUtf8 } from '#bytes';
import { attachmentsOf, type MessageAttachments } from '../../mime/attachments.ts';
import { closeBody, closeEnvelope, openBody } from '../../soap/envelope-reader.ts';
import type { AttachedPart } from '../attached-parts.ts';
import { envelopeText, type Message } from '../envelope-text.ts';
import type { Show } from '../message-tree.ts';
import type { FieldDescription, OperationDescription, PagesDescription } from '../pages-description.ts';
import { sampleText } from '../simple-types.ts';
import type { ClientCalls, ReadableBlock, ReadableOperation } from './client-calls.ts';
import type { CalledRequest } from './curl-command.ts';
import { isAnyText, isSecret, placeholderOf } from './secret-variables.ts';
import { FileBlob, LiteralPrinter, NoLiteral, quotedText } from './typescript-text.ts';

/**
 * A program that sends the request by the generated client. Sensitive texts are environment variables, other sensitive
 * values are samples.
 *
 * @throws {XmlError} or another error of a codec, for a request that is not valid.
 * @throws {NoLiteral | SecretXml} for a value that cannot be shown.
 */
export function clientCall(service: PagesDescription, calls: ClientCalls, request: CalledRequest): string {
  const { address, version, operation } = request;
  const found = operationOf(calls, operation);
  const streamed: string[] = [];
  const show: Show = (value) => {
    const text = isSecret(value, request.known) && value.kind !== 'raw' ? standIn(value.field) : value.text;
    if (value.kind !== 'raw' && value.field?.stream === true) streamed.push(text);
    return text;
  };
  const envelope = encodeUtf8(envelopeText(service, version, request.message, show));
  const { input, blocks } = readRequest(envelope, found, request);
  const printer = new LiteralPrinter(streamed);
  const named = blocks.map(({ header, value }) => ({ name: headerName(calls, header), value }));
  const headers = named.map(({ name, value }) => `${name}.block(${printer.value(value, 2)})`);
  const printed = [
    printer.value(input),
    ...(headers.length === 0 ? [] : [`{ headerBlocks: [${headers.join(', ')}] }`]),
  ];
  const [client, method] = calls.others?.[found.identifier] ?? [calls.client, found.identifier];
  const credentials = calls.credentials?.[client];
  const options = [
    `address: ${quotedText(address)}`,
    ...(version.name === '1.1' ? [] : [`soap: '${version.name}'`]),
    ...(credentials === undefined ? [] : [`credentials: ${credentials}`]),
  ];
  const call = `await client.${method}(${printed.join(', ')});`;
  return [
    ...(printer.readsFiles ? ["import { readFileSync } from 'node:fs';"] : []),
    `import { ${client} } from ${quotedText(calls.module)};`,
    ...importOf(
      named.map(({ name }) => name),
      calls.headers?.module ?? '',
    ),
    ...importOf([...printer.classes], '@soapwright/runtime'),
    '',
    `const client = new ${client}({ ${options.join(', ')} });`,
    ...(operation.output === '' ? [call] : [`const result = ${call}`, 'console.log(result);']),
  ].join('\n');
}

function importOf(names: readonly string[], module: string): readonly string[] {
  return names.length === 0 ? [] : [`import { ${names.join(', ')} } from ${quotedText(module)};`];
}

/** What stands for a sensitive value: a variable where any text is valid. */
function standIn(field: FieldDescription = { name: '' }): string {
  return isAnyText(field) ? placeholderOf(field) : sampleText(field);
}

interface FoundOperation {
  /** Name of the client's method. */
  readonly identifier: string;
  readonly codec: ReadableOperation;
}

function operationOf({ operations }: ClientCalls, { name, soapAction }: OperationDescription): FoundOperation {
  const named = Object.entries(operations).filter(([, one]) => one.name === name);
  const own = Object.hasOwn(operations, name) ? operations[name] : undefined;
  if (own !== undefined && (own.name === name || named.length === 0)) return { identifier: name, codec: own };
  const [identifier, codec] = named.find(([, one]) => one.soapAction === soapAction) ?? named[0] ?? [];
  if (identifier === undefined || codec === undefined) throw new TypeError(`There is no operation ${name}.`);
  return { identifier, codec };
}

interface ReadBlock {
  readonly header: ReadableBlock;
  readonly value: unknown;
}

function readRequest(
  envelope: Uint8Array,
  { codec }: FoundOperation,
  { version, message }: CalledRequest,
): { readonly input: unknown; readonly blocks: readonly ReadBlock[] } {
  const declared = (codec.headers?.input ?? []).map(({ header }) => header);
  const understood = declared.map(({ tag }) => tag);
  const { reader, headerBlocks, empty } = openBody(envelope, version, { understood });
  attachmentsOf.set(reader, filesOf(message));
  const input = codec.readInput(reader);
  (empty ? closeBody : closeEnvelope)(reader);
  const blocks = declared
    .map((header) => ({ header, value: header.read(headerBlocks, {}) }))
    .filter(({ value }) => value !== undefined);
  return { input, blocks };
}

/** Its attachments, without their contents. */
function filesOf({ parts = [] }: Message): MessageAttachments {
  const blob = ({ name, contentType }: AttachedPart): Blob => new FileBlob(name, contentType);
  return {
    referenced: (uri) => {
      const part = parts.find(({ id }) => uri === `cid:${id}`);
      if (part === undefined) throw new NoLiteral();
      return blob(part);
    },
    // Codecs of generated code ask for Blobs.
    bytes: () => {
      throw new NoLiteral();
    },
    unreferenced: (names) =>
      names.map((name) => {
        const part = parts.find(({ id }) => id.startsWith(`${encodeURIComponent(name)}=`));
        return part && blob(part);
      }),
  };
}

function headerName({ headers }: ClientCalls, header: ReadableBlock): string {
  const [name] = Object.entries(headers?.exports ?? {}).find(([, one]) => one === header) ?? [];
  if (name === undefined) throw new TypeError(`The header block ${header.tag.local} is not exported.`);
  return name;
}

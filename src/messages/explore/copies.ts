import {
  type ClientCalls,
  clientCall,
  curlCommand,
  type Html,
  html,
  nothing,
  type PagesDescription,
  preformatted,
  type ReadableOperation,
} from '@soapwright/runtime/pages';
import { kebabCase, type ResolvedHeader, type ResolvedOperation } from '../../contract/index.ts';
import { credentialsOfClients } from '../../emit/index.ts';
import { readEnvelope } from '../read/envelope.ts';
import type { ReadMessage } from '../read/message-reader.ts';
import type { ServiceMessages } from '../values/service-messages.ts';
import { readWhole } from '../values/whole-body.ts';
import type { ExploreEnvironment } from './environments.ts';
import type { Request } from './exchange.ts';
import { plainJson, requestValue } from './request-value.ts';

/** What is needed to show a request as commands. */
export interface CopyContext {
  readonly messages: ServiceMessages;
  readonly description: PagesDescription;
  /** The contract, as the command got it. */
  readonly place: string;
  readonly environments: readonly ExploreEnvironment[];
}

/** A request as commands of curl and of soapwright, and as a call of a generated client. */
export function copies(context: CopyContext, request: Request): Html {
  const { messages, description } = context;
  const { described: operation, message, target } = request;
  const called = { operation, version: target.version, message, address: target.address, known: new Set<string>() };
  const calls = callsOf(messages);
  const texts: readonly (readonly [string, string | undefined])[] = [
    ['curl', printed(() => curlCommand(description, called))],
    ['soapwright call', printed(() => callCommand(context, request))],
    ['TypeScript, with the generated client', printed(() => clientCall(description, calls, called))],
  ];
  const shown = texts.flatMap(([caption, text]) => (text === undefined ? [] : [preformatted(caption, text, 'whole')]));
  if (shown.length === 0) return nothing;
  return html`<details class="calls"><summary>Copy as curl, soapwright call or TypeScript</summary>
<p class="quiet">A click selects a whole command. Sensitive values are left out or are environment variables.</p>
${shown}</details>\n`;
}

/** Longer commands are not pasted. */
const longestCommand = 16_000;

/** Undefined for a request that no command can be shown of. */
function printed(print: () => string | undefined): string | undefined {
  try {
    const text = print();
    return text === undefined || text.length > longestCommand ? undefined : text;
  } catch {
    return undefined;
  }
}

function callCommand(
  { messages, description, place, environments }: CopyContext,
  request: Request,
): string | undefined {
  const value = requestValue(messages, description, request);
  if (value === undefined) return undefined;
  const { operation, target } = request;
  const data = JSON.stringify(messages.plain(operation, 'request', value.body, plainJson));
  const blocks = Object.entries(value.headers).map(([name, block]) => quoted(`${name}=${JSON.stringify(block)}`));
  const options = environments.find(({ name }) => name === target.environment)?.options ?? {};
  const all: ExploreEnvironment['options'] = { address: target.address, ...options };
  const own = Object.entries(all).flatMap(([name, given]) => {
    const flag = `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    if (typeof given === 'boolean') return given ? [flag] : [];
    const values = typeof given === 'string' ? [given] : given;
    const isOne = name === 'auth' || name === 'proxyAuth';
    return (isOne ? [values.join(',')] : values).map((one) => `${flag} ${quoted(one)}`);
  });
  return [
    `npx soapwright call ${quoted(place)} ${operation.identifier}`,
    `--soap ${target.version.name}`,
    ...own,
    ...blocks.map((block) => `--soap-header ${block}`),
    `--data ${quoted(data)}`,
  ].join(' \\\n  ');
}

/** Quotes an argument for a POSIX shell. */
function quoted(text: string): string {
  return /^[\w./:@,=-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

/** What generated code would give its pages: the client's names, and readers of requests. */
function callsOf(messages: ServiceMessages): ClientCalls {
  const { service } = messages.model;
  const [, ...others] = service.portTypes;
  const read: ReadHeaders = { headers: [] };
  const folder = `./generated/${kebabCase(service.name)}`;
  const blocks = new Map(service.headers.map((header) => [header, readableBlock(header, read)] as const));
  return {
    client: service.names.client,
    others: Object.fromEntries(
      others.flatMap(({ client, methods }) => [...methods].map(([method, id]) => [id, [client, method] as const])),
    ),
    credentials: Object.fromEntries(credentialsOfClients(service)),
    module: `${folder}/client.js`,
    operations: Object.fromEntries(
      service.operations.map((one) => [one.identifier, readable(messages, one, blocks, read)]),
    ),
    headers: {
      module: `${folder}/client-headers.js`,
      exports: Object.fromEntries([...blocks].map(([{ identifier }, block]) => [identifier, block])),
    },
  };
}

/** The header blocks of the request that was read last. */
interface ReadHeaders {
  headers: ReadMessage['headers'];
}

type Block = NonNullable<NonNullable<ReadableOperation['headers']>['input']>[number]['header'];

function readableBlock(header: ResolvedHeader, read: ReadHeaders): Block {
  return {
    tag: header.element.name,
    read: () => read.headers.find((one) => one.header === header)?.value,
  };
}

function readable(
  messages: ServiceMessages,
  operation: ResolvedOperation,
  blocks: ReadonlyMap<ResolvedHeader, Block>,
  found: ReadHeaders,
): ReadableOperation {
  const { name, soapAction, input } = operation;
  const declared = operation.headers.input.flatMap(({ header }) => blocks.get(header) ?? []);
  return {
    name,
    soapAction,
    headers: { input: declared.map((header) => ({ header })) },
    readInput: (reader) => {
      const envelope = readEnvelope(readWhole(reader, input));
      if ('kind' in envelope) throw new TypeError('The request is no envelope.');
      const read = messages.reader.read({ operation, direction: 'request' }, envelope);
      found.headers = read.headers;
      return read.value;
    },
  };
}

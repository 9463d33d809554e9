import {
  type ClientCalls,
  clientCall,
  curlCommand,
  type Html,
  html,
  nothing,
  type PagesDescription,
  preformatted,
} from '@soapwright/runtime/pages';
import { kebabCase, type ResolvedOperation } from '../../contract/index.ts';
import { credentialsOfClients } from '../../emit/index.ts';
import { readEnvelope } from '../read/envelope.ts';
import type { ServiceMessages } from '../values/service-messages.ts';
import { readWhole } from '../values/whole-body.ts';
import type { ExploreEnvironment } from './environments.ts';
import type { Request } from './exchange.ts';
import { requestValue } from './request-value.ts';

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
  const data = JSON.stringify(messages.plain(operation, 'request', value, { json: true, hidden: true }));
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
  return {
    client: service.names.client,
    others: Object.fromEntries(
      others.flatMap(({ client, methods }) => [...methods].map(([method, id]) => [id, [client, method] as const])),
    ),
    credentials: Object.fromEntries(credentialsOfClients(service)),
    module: `./generated/${kebabCase(service.name)}/client.js`,
    operations: Object.fromEntries(service.operations.map((one) => [one.identifier, readable(messages, one)])),
  };
}

function readable(messages: ServiceMessages, operation: ResolvedOperation): ClientCalls['operations'][string] {
  const { name, soapAction, input } = operation;
  return {
    name,
    soapAction,
    readInput: (reader) => {
      const envelope = readEnvelope(readWhole(reader, input));
      if ('kind' in envelope) throw new TypeError('The request is no envelope.');
      return messages.reader.read({ operation, direction: 'request' }, envelope).value;
    },
  };
}

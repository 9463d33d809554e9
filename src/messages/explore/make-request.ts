import { randomUUID } from 'node:crypto';
import { ClientError } from '@soapwright/runtime/client';
import {
  type AttachedPart,
  blockTexts,
  type ElementNode,
  type Entry,
  FormEntries,
  type Message,
  type OperationDescription,
  type PagesDescription,
  requestMessage,
  type Version,
} from '@soapwright/runtime/pages';
import type { ResolvedOperation } from '../../contract/index.ts';
import { Report } from '../../diagnostics/index.ts';
import { readData } from '../dynamic/read-data.ts';
import type { RawRequest, ServiceClient } from '../dynamic/service-client.ts';
import type { ServiceMessages } from '../values/service-messages.ts';
import { type ExploreEnvironment, withVariables } from './environments.ts';

type Variables = ExploreEnvironment['variables'];

/** A draft that makes no request. The message has no secret. */
export class DraftError extends Error {
  override readonly name = 'DraftError';
}

/** A request with the message that a page may show. */
export interface MadeRequest {
  readonly message: Message;
  readonly raw: RawRequest;
}

export interface RequestPlace {
  readonly operation: ResolvedOperation;
  readonly described: OperationDescription;
  readonly version: Version;
  readonly variables: Variables;
  /** Whether files of a form may be parts of their own, which the contract says (MTOM). */
  readonly isXop: boolean;
}

/** The most items of a list that a form has. */
const mostItems = 100_000;

/**
 * A request of a posted form.
 *
 * @param example what the form was filled with before.
 * @throws {FormError | UnknownVariable}
 */
export function requestOfForm(
  description: PagesDescription,
  entries: readonly Entry[],
  example: FormEntries | undefined,
  { operation, described, version, variables, isXop }: RequestPlace,
): MadeRequest {
  const filled = new FormEntries(
    entries.map((entry) => withValues(entry, variables)),
    example,
  );
  const message = requestMessage(description, described, filled, mostItems);
  const { message: marked, binary } = isXop ? withMarks(message) : { message, binary: [] };
  const { body: text, headers: headerBlocks } = blockTexts(description, version, marked);
  const { parts = [] } = message;
  const referred = parts.flatMap((part): RawRequest['referred'] => {
    const uri = `cid:${part.id}`;
    return text.includes(uri) ? [[uri, blobOf(part)]] : [];
  });
  const attached = operation.attachments.input.flatMap(({ part, property }): [string, Blob][] => {
    const own = parts.find(({ id }) => id.startsWith(`${encodeURIComponent(part)}=`));
    return own === undefined ? [] : [[property, blobOf(own)]];
  });
  const raw = { text, referred, binary, attached: Object.fromEntries(attached), headerBlocks };
  return { message: named(message, variables), raw };
}

/**
 * A request of data in YAML or JSON.
 *
 * @param client writes it.
 * @throws {DraftError | UnknownVariable} for data that do not fit the contract, with the path of each mistake.
 */
export function requestOfData(
  client: ServiceClient,
  data: { readonly data: string; readonly headers: string },
  { operation, variables }: RequestPlace,
): MadeRequest {
  const { messages } = client;
  const value = filledData(readText('The data', data.data), variables);
  const given = filledData(readText('The header blocks', data.headers), variables) as Readonly<Record<string, unknown>>;
  try {
    const raw = client.prepare(operation.identifier, value, { headers: given });
    const body = shownBody(messages, operation, value);
    const headers = operation.headers.input.flatMap(({ header }) => {
      const own = given[header.identifier];
      return own === undefined ? [] : [messages.block(header, messages.convertRoot(header, own, []).value)];
    });
    return { message: named({ headers, body }, variables), raw };
  } catch (error) {
    if (error instanceof ClientError && error.code === 'invalid-request') throw new DraftError(error.message);
    throw error;
  }
}

function shownBody(messages: ServiceMessages, operation: ResolvedOperation, value: unknown): ElementNode {
  const names = operation.attachments.input.map(({ property }) => property);
  const isFields = typeof value === 'object' && value !== null && names.length > 0;
  const fields = isFields ? Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name))) : value;
  return messages.element(operation, 'request', messages.convert(operation, 'request', fields, []).value);
}

/** @throws {DraftError} for a text that is not YAML. */
function readText(what: string, text: string): unknown {
  if (text.trim() === '') return {};
  const to = new Report();
  const value = readData({ file: what, text }, to);
  const [first] = to.diagnostics;
  if (first === undefined) return value;
  const line = first.line === undefined ? '' : `, line ${first.line}`;
  throw new DraftError(`${what}${line}: ${first.message}`);
}

function filledData(value: unknown, variables: Variables): unknown {
  if (typeof value === 'string') return withVariables(value, variables, 'put in');
  if (Array.isArray(value)) return value.map((item) => filledData(item, variables));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, filledData(one, variables)]));
}

function withValues(entry: Entry, variables: Variables): Entry {
  if (entry.fileName !== undefined || !entry.value.includes(0x24)) return entry;
  const text = Buffer.from(entry.value).toString('utf8');
  const filled = withVariables(text, variables, 'put in');
  return filled === text ? entry : { ...entry, value: Buffer.from(filled) };
}

function blobOf({ content, contentType }: AttachedPart): Blob {
  return new Blob([new Uint8Array(content)], { type: contentType });
}

/** The same, in which the names of secret variables stand for their values. */
function named(message: Message, variables: Variables): Message {
  const secrets = [...variables].filter(([, { isSecret, text }]) => isSecret && text !== '');
  if (secrets.length === 0) return message;
  const hide = (text: string): string =>
    secrets.reduce((hidden, [name, secret]) => hidden.replaceAll(secret.text, `\${${name}}`), text);
  const { headers, body } = message;
  return { ...message, headers: headers.map((node) => mapped(node, hide)), body: mapped(body, hide) };
}

/** The body with a text for each file, and the files by those texts. */
function withMarks({ body, ...rest }: Message): {
  readonly message: Message;
  readonly binary: readonly (readonly [string, Blob])[];
} {
  const binary: (readonly [string, Blob])[] = [];
  const marked = mapped(body, (text, kind) => {
    if (kind !== 'bytes') return text;
    const mark = `file-${randomUUID()}`;
    binary.push([mark, new Blob([Buffer.from(text, 'base64')])]);
    return mark;
  });
  return { message: { ...rest, body: marked }, binary };
}

/** @param change of the text of a value; its kind is that of `ElementNode`. */
function mapped(node: ElementNode, change: (text: string, kind: string) => string): ElementNode {
  const { content, attributes } = node;
  const changed = attributes.map((one) => ({ ...one, value: { ...one.value, text: change(one.value.text, 'text') } }));
  return { ...node, attributes: changed, content: mappedContent(content, change) };
}

function mappedContent(
  content: ElementNode['content'],
  change: (text: string, kind: string) => string,
): ElementNode['content'] {
  if (content.kind === 'nil') return content;
  if (content.kind !== 'elements' && content.kind !== 'mixed') {
    return { ...content, text: change(content.text, content.kind) };
  }
  const nodes = content.nodes.map((node) =>
    node.kind === 'element' ? mapped(node, change) : { ...node, text: change(node.text, node.kind) },
  );
  return { ...content, nodes } as ElementNode['content'];
}

import { actionOf, BodyError, decodedBody, type HttpFields } from './http-body.ts';
import {
  type Exchange,
  looksLikeXml,
  type RecordedMessage,
  type Recording,
  type RecordingProblem,
} from './recorded-message.ts';

/** The properties of an HTTP Archive that are read. Whatever another program wrote may lack any of them. */
interface HarEntry {
  readonly request?: { readonly headers?: unknown; readonly postData?: HarContent };
  readonly response?: { readonly headers?: unknown; readonly content?: HarContent };
}

interface HarContent {
  readonly text?: unknown;
  readonly encoding?: unknown;
  readonly mimeType?: unknown;
}

/**
 * Reads an HTTP Archive, as browsers and proxies save it; undefined for another file. Entries without XML count as
 * others.
 *
 * @see http://www.softwareishard.com/blog/har-12-spec/
 */
export function readHar(file: string, bytes: Uint8Array): Recording | undefined {
  const entries = entriesIn(bytes);
  if (entries === undefined) return undefined;
  const exchanges: Exchange[] = [];
  const problems: RecordingProblem[] = [];
  let others = 0;
  for (const [index, entry] of entries.entries()) {
    const read = (direction: 'request' | 'response'): RecordedMessage | undefined => {
      const part = `entry ${index + 1}, ${direction}`;
      const found = messageOf(entry, direction);
      if (found instanceof BodyError) problems.push({ file, part, reason: found.message });
      return found === undefined || found instanceof BodyError ? undefined : { file, part, direction, ...found };
    };
    const request = read('request');
    const response = read('response');
    if (request === undefined && response === undefined) others++;
    else exchanges.push({ request, response });
  }
  return { exchanges, others, problems };
}

function entriesIn(bytes: Uint8Array): readonly HarEntry[] | undefined {
  try {
    const { log } = JSON.parse(new TextDecoder().decode(bytes)) as { readonly log?: { readonly entries?: unknown } };
    const entries = log?.entries;
    return Array.isArray(entries) ? entries.filter((entry) => typeof entry === 'object' && entry !== null) : undefined;
  } catch {
    return undefined;
  }
}

type HarMessage = Pick<RecordedMessage, 'body' | 'parts' | 'action'>;

/** Undefined for a message without a body, and for one that is not XML. */
function messageOf(entry: HarEntry, direction: 'request' | 'response'): HarMessage | BodyError | undefined {
  const content = direction === 'request' ? entry.request?.postData : entry.response?.content;
  if (typeof content?.text !== 'string' || content.text === '') return undefined;
  const { text, encoding } = content;
  const recorded = encoding === 'base64' ? Buffer.from(text, 'base64') : new TextEncoder().encode(text);
  const fields = fieldsOf(entry[direction]?.headers, content.mimeType);
  try {
    const { body, parts } = decodedBody(recorded, fields);
    if (!looksLikeXml(body) || /^\s*text\/html/i.test(fields.get('content-type') ?? '')) return undefined;
    return { body, parts, action: direction === 'request' ? actionOf(fields) : undefined };
  } catch (error) {
    if (error instanceof BodyError) return error;
    throw error;
  }
}

function fieldsOf(headers: unknown, mimeType: unknown): HttpFields {
  const listed: readonly { readonly name?: unknown; readonly value?: unknown }[] = Array.isArray(headers)
    ? headers
    : [];
  const fields = new Map(listed.map((one) => [String(one?.name).toLowerCase(), String(one?.value)]));
  if (!fields.has('content-type') && typeof mimeType === 'string') fields.set('content-type', mimeType);
  return fields;
}

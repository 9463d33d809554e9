import { parseContentType } from '../../soap/content-type.ts';
import type { Answer } from '../answer.ts';
import type { PendingBody } from '../exchange.ts';
import type { HeadFields, RequestHead, Target } from '../head.ts';
import type { Html } from '../pages/html.ts';
import { operationPage, unknownOperationPage } from '../pages/operation-page.ts';
import { refusedPage } from '../pages/refused.ts';
import { announcedLength } from '../post.ts';
import { Refusal } from '../refusal.ts';
import type { Service } from '../service.ts';
import { refusalToTake } from './access.ts';
import type { Entry } from './entry.ts';
import type { FormHost } from './form-host.ts';
import { FormPost } from './form-post.ts';
import { boundaryOf, parseMultipart } from './multipart.ts';
import { parseUrlEncoded } from './url-encoded.ts';

/**
 * Judges the head of a POST with a query: undefined when it is no form for an operation, which the service then answers
 * as any POST (rule P3). Who posts is asked first, and all of it before a byte of the body is read (rule P4).
 */
export function beginForm<State>(
  service: Service<State>,
  head: RequestHead,
  fields: HeadFields,
  target: Target,
  host: FormHost,
): Answer | PendingBody | undefined {
  const { contentType = '' } = fields;
  const mediaType = parseContentType(contentType)?.mediaType;
  if (mediaType !== 'multipart/form-data' && mediaType !== 'application/x-www-form-urlencoded') return undefined;
  const name = operationIn(target.query);
  if (name === undefined) return undefined;

  const { site } = host;
  const refusal = service.testForms ? refusalToTake(head, fields, target) : 'off';
  if (refusal !== undefined) return refusedPage(site, refusal, host.logRefused(403));
  const operation = site.description.operations.find((one) => one.name === name);
  if (operation === undefined) return unknownOperationPage(site, name, host.logRefused(404));
  const problem = (status: number, text: string, form?: Html, headers: readonly string[] = []): Answer =>
    operationPage(site, operation, { status, problem: text, form, headers: [...headers, ...host.logRefused(status)] });
  const length = announcedLength(service, head, fields);
  if (length instanceof Refusal) return problem(length.status, length.text, undefined, length.headers);
  const coding = fields.contentEncoding?.trim().toLowerCase() ?? '';
  if (coding !== '' && coding !== 'identity') return problem(415, 'A form must not be compressed.');
  const parse = parserOf(mediaType, contentType);
  if (parse === undefined) return problem(400, 'The Content-Type of the form names no boundary.');

  const post = new FormPost(service, head, operation, { length, parse, problem, host });
  return length !== undefined && length > post.limit ? post.tooLarge() : post;
}

function parserOf(mediaType: string, contentType: string): ((body: Uint8Array) => readonly Entry[]) | undefined {
  if (mediaType !== 'multipart/form-data') return parseUrlEncoded;
  const boundary = boundaryOf(contentType);
  return boundary === undefined ? undefined : (body) => parseMultipart(body, boundary);
}

/** The operation that a query names. */
function operationIn(query: string): string | undefined {
  for (const [key, value] of new URLSearchParams(query)) if (key.toLowerCase() === 'op') return value;
  return undefined;
}

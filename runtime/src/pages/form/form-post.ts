import { encodeUtf8 } from '#bytes';
import { type Answer, Refusal } from '../../server/http-response.ts';
import type { FormServer, PageRequest } from '../../server/pages-option.ts';
import { announcedLength } from '../../server/post-head.ts';
import { headerValue, type RequestHead } from '../../server/request-head.ts';
import type { PendingBody } from '../../server/soap-server.ts';
import { parseContentType } from '../../soap/content-type.ts';
import { soap11, type Version } from '../../soap/version.ts';
import { limitMessage } from '../../xml/limits.ts';
import { envelopeText, type Message, masked, shortBinary, shortText } from '../envelope-text.ts';
import { showable } from '../exchange-section.ts';
import { whole } from '../message-tree.ts';
import { operationPage, unknownOperationPage } from '../operation-page.ts';
import type { Html, Site } from '../page-html.ts';
import type { OperationDescription, PagesDescription } from '../pages-description.ts';
import { requestContentType } from '../samples.ts';
import { refusalToTake, refusedPage } from './form-access.ts';
import { boundaryOf, type Entry, FormError, parseMultipart, parseUrlEncoded } from './form-body.ts';
import { FormEntries, versionEntry } from './form-entries.ts';
import { requestMessage } from './form-request.ts';
import { testForm } from './test-form.ts';

/**
 * Judges the head of a POST with an operation in its query: undefined when it is no form, which the server then receives
 * as any POST (rule P3). The sender is checked first, and the whole head before a byte of the body is read (rule P4).
 */
export function beginForm(
  site: Site,
  name: string,
  { head, fields, target, testForms }: PageRequest,
  server: FormServer,
): Answer | PendingBody | undefined {
  const { contentType = '' } = fields;
  const mediaType = parseContentType(contentType)?.mediaType;
  if (mediaType !== 'multipart/form-data' && mediaType !== 'application/x-www-form-urlencoded') return undefined;

  const refusal = testForms ? refusalToTake(head, fields, target) : 'off';
  if (refusal !== undefined) return refusedPage(site, refusal, server.logRejection(403));
  const operation = site.description.operations.find((one) => one.name === name);
  if (operation === undefined) return unknownOperationPage(site, name, server.logRejection(404));
  const problem = (status: number, text: string, form?: Html, headers: readonly string[] = []): Answer =>
    operationPage(site, operation, {
      status,
      problem: text,
      form,
      headers: [...headers, ...server.logRejection(status)],
    });
  const length = announcedLength(server, head, fields);
  if (length instanceof Refusal) return problem(length.status, length.text, undefined, length.headers);
  const coding = fields.contentEncoding?.trim().toLowerCase() ?? '';
  if (coding !== '' && coding !== 'identity') return problem(415, 'A form must not be compressed.');
  const parse = parserOf(mediaType, contentType);
  if (parse === undefined) return problem(400, 'The Content-Type of the form names no boundary.');

  const post = new FormPost(site, server, operation, head, { length, parse, problem });
  return length !== undefined && length > post.limit ? post.tooLarge() : post;
}

function parserOf(mediaType: string, contentType: string): ((body: Uint8Array) => readonly Entry[]) | undefined {
  if (mediaType !== 'multipart/form-data') return parseUrlEncoded;
  const boundary = boundaryOf(contentType);
  return boundary === undefined ? undefined : (body) => parseMultipart(body, boundary);
}

interface Posted {
  readonly length: number | undefined;
  readonly parse: (body: Uint8Array) => readonly Entry[];
  /** A page that says what is wrong with the post. @param form with what was entered; default: an empty one. */
  readonly problem: (status: number, text: string, form?: Html) => Answer;
}

/** A posted form whose head is valid: it becomes a SOAP request, and the page shows the response. */
class FormPost implements PendingBody {
  readonly limit: number;
  readonly length: number | undefined;
  readonly coding = undefined;
  readonly #site: Site;
  readonly #server: FormServer;
  readonly #operation: OperationDescription;
  readonly #head: RequestHead;
  readonly #posted: Posted;

  constructor(site: Site, server: FormServer, operation: OperationDescription, head: RequestHead, posted: Posted) {
    this.limit = server.limits.maxBodyBytes;
    this.length = posted.length;
    this.#site = site;
    this.#server = server;
    this.#operation = operation;
    this.#head = head;
    this.#posted = posted;
  }

  get mostBytes(): number {
    return this.limit;
  }

  /** What people send by hand is not streamed. */
  intake(): undefined {}

  answer(body: Uint8Array): Answer | Promise<Answer> {
    try {
      return this.#answer(new FormEntries(this.#posted.parse(body)));
    } catch (error) {
      if (error instanceof FormError) return this.#posted.problem(400, error.message);
      return this.#server.failure(error, this.#operation.name);
    }
  }

  tooLarge(): Answer {
    return this.#posted.problem(413, `The form is too large: ${limitMessage('maxBodyBytes', this.limit)}.`);
  }

  undecodable(): Answer {
    return this.#posted.problem(415, 'A form must not be compressed.');
  }

  #answer(entries: FormEntries): Answer | Promise<Answer> {
    const site = this.#site;
    const server = this.#server;
    const { description } = site;
    const operation = this.#operation;
    const { showsSecrets, toAdd } = entries;
    const version = this.#version(entries);
    let message: Message;
    try {
      message = requestMessage(description, operation, entries, server.limits.maxItems);
    } catch (error) {
      // What somebody has written with care must not be lost for a typing error.
      if (!(error instanceof FormError && error.code === 'xml')) throw error;
      const form = testForm(site, operation, entries);
      return toAdd === undefined ? this.#posted.problem(400, error.message, form) : this.#filled(form);
    }
    // Before anything runs: what is wrong with the form must not be found out when it is shown again.
    const form = testForm(site, operation, entries);
    if (toAdd !== undefined) return this.#filled(form);
    const envelope = encodeUtf8(requestText(description, version, message));
    const startedAt = performance.now();
    const shown = (answer: Answer): Answer =>
      operationPage(site, operation, {
        form,
        exchange: {
          version,
          request: shownRequestText(description, version, message),
          answer,
          showsSecrets,
          milliseconds: performance.now() - startedAt,
          requestId: headerValue(answer.headers, 'x-request-id'),
        },
      });
    const answer = server.dispatch(this.#soapHead(version, envelope.length), envelope);
    if (!(answer instanceof Promise)) return shown(answer);
    return answer
      .then(showable)
      .then(shown)
      .catch((error: unknown) => server.failure(error, operation.name));
  }

  #filled(form: Html): Answer {
    return operationPage(this.#site, this.#operation, { form });
  }

  #version(entries: FormEntries): Version {
    const name = entries.text(versionEntry);
    const [first] = this.#site.versions;
    const version = name === undefined ? first : this.#site.versions.find((one) => one.name === name);
    if (version === undefined) throw new FormError('unexpected-entry', 'The version of SOAP is not served.');
    return version;
  }

  /** The head of the SOAP request: that of the form, as far as it does not speak of the form itself. */
  #soapHead(version: Version, length: number): RequestHead {
    const { soapAction } = this.#operation;
    const { rawHeaders, scheme, peerAddress } = this.#head;
    const headers: string[] = [];
    for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
      const name = rawHeaders[at] as string;
      if (!ofTheForm.test(name)) headers.push(name, rawHeaders[at + 1] as string);
    }
    headers.push(
      'Content-Type',
      requestContentType(this.#site.description, this.#operation, version),
      'Content-Length',
      String(length),
    );
    if (version === soap11) headers.push('SOAPAction', `"${soapAction}"`);
    return {
      method: 'POST',
      target: this.#server.path,
      rawHeaders: headers,
      scheme,
      needsHost: true,
      needsLength: true,
      peerAddress,
      codings: [],
      onAbort: (abort) => this.#head.onAbort?.(abort),
    };
  }
}

const ofTheForm = /^(?:content-.*|transfer-encoding|expect|soapaction|origin|referer|sec-.*|te|trailer|upgrade)$/i;

/** The envelope that is sent. */
export function requestText(service: PagesDescription, version: Version, message: Message): string {
  return envelopeText(service, version, message, whole);
}

/** The same envelope as a page may show it: sensitive values masked (rule R5), long ones shortened. */
export function shownRequestText(service: PagesDescription, version: Version, message: Message): string {
  return envelopeText(service, version, message, (value) => {
    if (value.sensitive) return value.text === '' ? '' : masked;
    return value.kind === 'bytes' ? shortBinary(value.text, value.size) : shortText(value.text);
  });
}

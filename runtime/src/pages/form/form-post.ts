import { HttpRejection, type HttpResponse } from '../../server/http-response.ts';
import type { FormServer, PageRequest } from '../../server/pages-option.ts';
import { announcedLength } from '../../server/post-head.ts';
import { headerValue, type RequestHead } from '../../server/request-head.ts';
import type { PendingBody } from '../../server/soap-server.ts';
import { parseContentType } from '../../soap/content-type.ts';
import type { SoapFault } from '../../soap/fault.ts';
import { soap11, type Version } from '../../soap/version.ts';
import { limitMessage } from '../../xml/limits.ts';
import { envelopeText, type Message, masked, shortBinary, shortText } from '../envelope-text.ts';
import { bufferSmallBody, inspectResponse, withoutParts } from '../exchange-section.ts';
import type { Show } from '../message-tree.ts';
import { operationPage, unknownOperationPage } from '../operation-page.ts';
import type { Html, ShownService } from '../page-html.ts';
import type { OperationDescription } from '../pages-description.ts';
import { exampleEntries, exampleOf } from '../request-examples.ts';
import { type SentRequest, sentMessage } from '../sent-request.ts';
import { postRejection, rejectionPage } from './form-access.ts';
import { boundaryOf, type Entry, FormError, parseMultipart, parseUrlEncoded } from './form-body.ts';
import type { FieldProblem } from './form-control.ts';
import { FormEntries, versionEntry } from './form-entries.ts';
import { requestMessage } from './form-request.ts';
import { testForm } from './test-form.ts';

/**
 * Checks the head of a POST with an operation in its query: undefined when it is not a form, which the server then handles
 * like any POST (rule P3). The sender is checked first, and the whole head before a byte of the body is read (rule P4).
 */
export function beginForm(
  service: ShownService,
  name: string,
  { head, fields, target, testForms }: PageRequest,
  server: FormServer,
): HttpResponse | PendingBody | undefined {
  const { contentType = '' } = fields;
  const mediaType = parseContentType(contentType)?.mediaType;
  if (mediaType !== 'multipart/form-data' && mediaType !== 'application/x-www-form-urlencoded') return undefined;

  const rejection = testForms ? postRejection(head, fields, target) : 'off';
  if (rejection !== undefined) return rejectionPage(service, rejection, server.logRejection(403));
  const operation = service.description.operations.find((one) => one.name === name);
  if (operation === undefined) return unknownOperationPage(service, name, server.logRejection(404));
  const problem = (status: number, text: string, form?: Html, headers: readonly string[] = []): HttpResponse =>
    operationPage(service, operation, {
      status,
      problem: text,
      form,
      headers: [...headers, ...server.logRejection(status)],
    });
  const length = announcedLength(server, head, fields);
  if (length instanceof HttpRejection) return problem(length.status, length.text, undefined, length.headers);
  const coding = fields.contentEncoding?.trim().toLowerCase() ?? '';
  if (coding !== '' && coding !== 'identity') return problem(415, 'A form must not be compressed.');
  const parse = parserOf(mediaType, contentType);
  if (parse === undefined) return problem(400, 'The Content-Type of the form names no boundary.');

  const post = new FormPost(service, server, operation, head, { length, parse, problem });
  return length !== undefined && length > post.limit ? post.tooLarge() : post;
}

/** The entries of a posted form; undefined if the Content-Type is that of no form. @throws {FormError} */
export function parseForm(contentType: string, body: Uint8Array): readonly Entry[] | undefined {
  const mediaType = parseContentType(contentType)?.mediaType;
  if (mediaType !== 'multipart/form-data' && mediaType !== 'application/x-www-form-urlencoded') return undefined;
  return parserOf(mediaType, contentType)?.(body);
}

function parserOf(mediaType: string, contentType: string): ((body: Uint8Array) => readonly Entry[]) | undefined {
  if (mediaType !== 'multipart/form-data') return parseUrlEncoded;
  const boundary = boundaryOf(contentType);
  return boundary === undefined ? undefined : (body) => parseMultipart(body, boundary);
}

interface Posted {
  readonly length: number | undefined;
  readonly parse: (body: Uint8Array) => readonly Entry[];
  /** A page that explains an error in the post. @param form with the entered values; default: an empty one. */
  readonly problem: (status: number, text: string, form?: Html) => HttpResponse;
}

/** A posted form whose head is valid: it becomes a SOAP request, and the page shows the response. */
class FormPost implements PendingBody {
  readonly limit: number;
  readonly length: number | undefined;
  readonly coding = undefined;
  readonly #service: ShownService;
  readonly #server: FormServer;
  readonly #operation: OperationDescription;
  readonly #head: RequestHead;
  readonly #posted: Posted;

  constructor(
    service: ShownService,
    server: FormServer,
    operation: OperationDescription,
    head: RequestHead,
    posted: Posted,
  ) {
    this.limit = server.limits.maxBodyBytes;
    this.length = posted.length;
    this.#service = service;
    this.#server = server;
    this.#operation = operation;
    this.#head = head;
    this.#posted = posted;
  }

  get mostBytes(): number {
    return this.limit;
  }

  /** Forms are small: they are never streamed. */
  intake(): undefined {}

  respond(body: Uint8Array): HttpResponse | Promise<HttpResponse> {
    let entries: FormEntries | undefined;
    try {
      const example = exampleOf(this.#service, this.#operation);
      entries = new FormEntries(this.#posted.parse(body), example && exampleEntries(example));
      return this.#respond(entries);
    } catch (error) {
      if (error instanceof FormError) return this.#posted.problem(400, error.message, this.#keptForm(entries));
      return this.#server.failure(error, this.#operation.name);
    }
  }

  /** The form with the entered values; undefined for entries that it cannot show, such as those in another encoding. */
  #keptForm(entries: FormEntries | undefined): Html | undefined {
    try {
      return entries && testForm(this.#service, this.#operation, entries);
    } catch (error) {
      if (error instanceof FormError) return undefined;
      throw error;
    }
  }

  tooLarge(): HttpResponse {
    return this.#posted.problem(
      413,
      `The form is too large: ${limitMessage('maxBodyBytes', this.#server.limits)}. It was not read, so that what was entered is not kept.`,
    );
  }

  undecodable(): HttpResponse {
    return this.#posted.problem(415, 'A form must not be compressed.');
  }

  #respond(entries: FormEntries): HttpResponse | Promise<HttpResponse> {
    const service = this.#service;
    const server = this.#server;
    const operation = this.#operation;
    // Read before anything runs: an invalid entry must be found first.
    const { showsSecrets, toAdd } = entries;
    const version = this.#version(entries);
    let message: Message;
    try {
      message = requestMessage(service.description, operation, entries, server.limits.maxItems);
    } catch (error) {
      // XML need not be complete while entries are added.
      if (!(error instanceof FormError && error.code === 'xml' && toAdd !== undefined)) throw error;
      return this.#filled(testForm(service, operation, entries));
    }
    // Built before the handler runs: an error in the form must not appear only afterwards.
    const form = testForm(service, operation, entries);
    if (toAdd !== undefined) return this.#filled(form);
    const sent = sentMessage(service.description, operation, version, message);
    const startedAt = performance.now();
    const page = (received: HttpResponse): HttpResponse => {
      const { response, parts } = withoutParts(received);
      const inspected = inspectResponse(response, version);
      const problem = fieldProblem(inspected.fault);
      return operationPage(service, operation, {
        status: response.status === 401 ? 401 : problem === undefined ? 200 : 400,
        headers: challenges(response),
        form: problem === undefined ? form : testForm(service, operation, entries, problem),
        exchange: {
          version,
          message,
          request: envelopeText(service.description, version, message, safeText),
          response,
          parts,
          inspected,
          showsSecrets,
          milliseconds: performance.now() - startedAt,
          requestId: headerValue(response.headers, 'x-request-id'),
        },
      });
    };
    const response = server.dispatch(this.#soapHead(version, sent), sent.body);
    if (!(response instanceof Promise)) return page(response);
    return response
      .then(bufferSmallBody)
      .then(page)
      .catch((error: unknown) => server.failure(error, operation.name));
  }

  #filled(form: Html): HttpResponse {
    return operationPage(this.#service, this.#operation, { form });
  }

  #version(entries: FormEntries): Version {
    const name = entries.text(versionEntry);
    const { versions } = this.#service;
    const version = name === undefined ? versions[0] : versions.find((one) => one.name === name);
    if (version === undefined) throw new FormError('unexpected-entry', 'The version of SOAP is not served.');
    return version;
  }

  /** The head of the SOAP request: the headers of the form post, except those about the form itself. */
  #soapHead(version: Version, { contentType, body }: SentRequest): RequestHead {
    const { rawHeaders, scheme, peerAddress, clientCertificate } = this.#head;
    const headers: string[] = [];
    for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
      const name = rawHeaders[at] as string;
      if (!aboutForm.test(name)) headers.push(name, rawHeaders[at + 1] as string);
    }
    headers.push('Content-Type', contentType, 'Content-Length', String(body.length));
    if (version === soap11) headers.push('SOAPAction', `"${this.#operation.soapAction}"`);
    return {
      method: 'POST',
      target: this.#server.path,
      rawHeaders: headers,
      scheme,
      needsHost: true,
      needsLength: true,
      peerAddress,
      clientCertificate,
      codings: [],
      isForm: true,
      onAbort: (abort) => this.#head.onAbort?.(abort),
    };
  }
}

/** What a browser needs to ask for credentials, with which it posts the form again. */
function challenges({ status, headers }: HttpResponse): readonly string[] {
  if (status !== 401) return [];
  return headers.flatMap((name, at) =>
    at % 2 === 0 && name.toLowerCase() === 'www-authenticate' ? [name, headers[at + 1] ?? ''] : [],
  );
}

const aboutForm = /^(?:content-.*|transfer-encoding|expect|soapaction|origin|referer|sec-.*|te|trailer|upgrade)$/i;

/** Values as a page may show them: sensitive ones masked (rule R5), long ones shortened. */
export const safeText: Show = (value) => {
  if (value.sensitive) return value.text === '' ? '' : masked;
  return value.kind === 'bytes' ? shortBinary(value.text, value.size) : shortText(value.text);
};

/** The field that a fault is about, if it is the sender's. */
export function fieldProblem(fault: SoapFault | undefined): FieldProblem | undefined {
  if (fault?.code !== 'Sender' || fault.path === undefined) return undefined;
  const { path, reason } = fault;
  const text = reason.startsWith(`${path}: `) ? reason.slice(path.length + 2) : reason;
  // The first name is that of the operation's element.
  return { path: path.slice(path.indexOf('/') + 1), text: text.charAt(0).toUpperCase() + text.slice(1) };
}

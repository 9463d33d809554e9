import { encodeUtf8 } from '#bytes';
import { soap11, type Version } from '../../soap/version.ts';
import { limitMessage } from '../../xml/limits.ts';
import type { Answer } from '../answer.ts';
import type { OperationDescription } from '../description.ts';
import type { PendingBody } from '../exchange.ts';
import { headerValue, type RequestHead } from '../head.ts';
import type { Message } from '../pages/envelope-text.ts';
import { showable } from '../pages/exchange-section.ts';
import type { Html } from '../pages/html.ts';
import { operationPage } from '../pages/operation-page.ts';
import { requestContentType } from '../pages/request-head.ts';
import { testForm } from '../pages/test-form.ts';
import type { Service } from '../service.ts';
import type { Entry } from './entry.ts';
import { FormEntries, versionEntry } from './form-entries.ts';
import { FormError } from './form-error.ts';
import type { FormHost } from './form-host.ts';
import { requestMessage } from './request-node.ts';
import { requestText, shownRequestText } from './request-text.ts';

interface Posted {
  readonly length: number | undefined;
  readonly parse: (body: Uint8Array) => readonly Entry[];
  /** A page that says what is wrong with the post. @param form with what was entered; default: an empty one. */
  readonly problem: (status: number, text: string, form?: Html) => Answer;
  readonly host: FormHost;
}

/** A posted form whose head is in order: it becomes a SOAP request, and the page shows what that is answered. */
export class FormPost<State> implements PendingBody {
  readonly limit: number;
  readonly length: number | undefined;
  readonly coding = undefined;
  readonly #service: Service<State>;
  readonly #head: RequestHead;
  readonly #operation: OperationDescription;
  readonly #posted: Posted;

  constructor(service: Service<State>, head: RequestHead, operation: OperationDescription, posted: Posted) {
    this.limit = service.limits.maxBodyBytes;
    this.length = posted.length;
    this.#service = service;
    this.#head = head;
    this.#operation = operation;
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
      return this.#posted.host.accident(error, this.#operation.name);
    }
  }

  tooLarge(): Answer {
    return this.#posted.problem(413, `The form is too large: ${limitMessage('maxBodyBytes', this.limit)}.`);
  }

  undecodable(): Answer {
    return this.#posted.problem(415, 'A form must not be compressed.');
  }

  #answer(entries: FormEntries): Answer | Promise<Answer> {
    const { host } = this.#posted;
    const { description } = this.#service;
    const operation = this.#operation;
    const { showsSecrets, toAdd } = entries;
    const version = this.#version(entries);
    let message: Message;
    try {
      message = requestMessage(description, operation, entries, this.#service.limits.maxItems);
    } catch (error) {
      // What somebody has written with care must not be lost for a typing error.
      if (!(error instanceof FormError && error.code === 'xml')) throw error;
      const form = testForm(host.site, operation, entries);
      return toAdd === undefined ? this.#posted.problem(400, error.message, form) : this.#filled(form);
    }
    // Before anything runs: what is wrong with the form must not be found out when it is shown again.
    const form = testForm(host.site, operation, entries);
    if (toAdd !== undefined) return this.#filled(form);
    const envelope = encodeUtf8(requestText(description, version, message));
    const startedAt = performance.now();
    const shown = (answer: Answer): Answer =>
      operationPage(host.site, operation, {
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
    const answer = host.dispatch(this.#soapHead(version, envelope.length), envelope);
    if (!(answer instanceof Promise)) return shown(answer);
    return answer
      .then(showable)
      .then(shown)
      .catch((error: unknown) => host.accident(error, operation.name));
  }

  #filled(form: Html): Answer {
    return operationPage(this.#posted.host.site, this.#operation, { form });
  }

  #version(entries: FormEntries): Version {
    const name = entries.text(versionEntry);
    const [first] = this.#service.versions;
    const version = name === undefined ? first : this.#service.versions.find((one) => one.name === name);
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
      requestContentType(this.#service.description, this.#operation, version),
      'Content-Length',
      String(length),
    );
    if (version === soap11) headers.push('SOAPAction', `"${soapAction}"`);
    return {
      method: 'POST',
      target: this.#service.path,
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

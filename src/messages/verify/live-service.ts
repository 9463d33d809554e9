import { randomUUID } from 'node:crypto';
import { ClientError } from '@soapwright/runtime/client';
import { type MessagePart, writeWholeMessage } from '@soapwright/runtime/pages';
import type { SoapVersion } from '../../contract/index.ts';
import { type LiveAccess, type PostedResponse, postMessage } from '../../fetch/index.ts';
import { type Envelope, readEnvelope } from '../read/envelope.ts';
import { envelopePart } from '../samples/http-body.ts';
import { envelopeText } from '../values/envelope-text.ts';
import type { MessageSecurity } from './message-security.ts';

/** How a request is sent. */
export interface LiveRequest {
  readonly version: SoapVersion;
  readonly soapAction: string;
  /** The envelope, or what is sent in its place. */
  readonly text: string;
  /** Attachments; absent without any. */
  readonly parts?: readonly MessagePart[] | undefined;
  /** Overrides that of the version. */
  readonly contentType?: string | undefined;
}

export interface LiveResponse extends PostedResponse {
  /** Undefined if the body is not an envelope. */
  readonly envelope: Envelope | undefined;
}

export interface LiveServiceOptions {
  readonly url: string;
  /** The credentials, certificates and proxies of each request; default none. */
  readonly access?: LiveAccess | undefined;
  /** In milliseconds. */
  readonly timeout: number;
  /** Whether requests are multipart with XOP, which services demand whose contract has `mtom: required`. */
  readonly mtom?: boolean | undefined;
  /** Makes the Security header block of each request; default none. */
  readonly security?: MessageSecurity | undefined;
}

/** Stands in the header of an envelope for its Security block, which each request has anew. */
const securityMark = '<!--security-->';

/** A service that is called over HTTP. */
export class LiveService {
  readonly #options: LiveServiceOptions;

  constructor(options: LiveServiceOptions) {
    this.#options = options;
  }

  /** An envelope to send. */
  envelope(version: SoapVersion, body: string, headerBlocks: readonly string[] = []): string {
    const own = this.#options.security === undefined ? [] : [securityMark];
    return envelopeText(version, body, [...headerBlocks, ...own]);
  }

  /** The response; a text with the reason if nothing was received. @param request whose text is made from `envelope`. */
  async send({
    version,
    soapAction,
    text: marked,
    contentType,
    parts = [],
  }: LiveRequest): Promise<LiveResponse | string> {
    const { url, access, timeout, mtom = false, security } = this.#options;
    let text = marked;
    try {
      const block = (await security?.block(version, url)) ?? '';
      if (block !== '') text = marked.replace(securityMark, () => block);
    } catch (error) {
      if (error instanceof ClientError) return error.message.replace(/\.$/, '');
      throw error;
    }
    const isMultipart = (mtom || parts.length > 0) && contentType === undefined;
    const related = isMultipart
      ? writeWholeMessage(version, Buffer.from(text), parts, {
          boundary: `uuid:${randomUUID()}`,
          start: 'root@soapwright',
          isXop: mtom,
          action: soapAction === '' ? undefined : soapAction,
        })
      : undefined;
    const action = soapAction === '' ? '' : `; action="${soapAction}"`;
    const type = version === '1.1' ? 'text/xml; charset=utf-8' : `application/soap+xml; charset=utf-8${action}`;
    const response = await postMessage({
      url,
      headers: [
        ['Content-Type', related?.contentType ?? contentType ?? type],
        ...(version === '1.1' ? [['SOAPAction', `"${soapAction}"`] as const] : []),
      ],
      body: related?.body ?? text,
      timeout,
      access,
    });
    if (typeof response === 'string') return response;
    const { body, contentType: envelopeType, parts: received } = envelopePart(response);
    const envelope = readEnvelope(body, received);
    return { ...response, contentType: envelopeType, envelope: 'kind' in envelope ? undefined : envelope };
  }
}

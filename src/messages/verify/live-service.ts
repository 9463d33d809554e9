import type { SoapVersion } from '../../contract/index.ts';
import { type LiveAccess, type PostedResponse, postMessage } from '../../fetch/index.ts';
import { type Envelope, readEnvelope } from '../read/envelope.ts';

/** How a request is sent. */
export interface LiveRequest {
  readonly version: SoapVersion;
  readonly soapAction: string;
  /** The envelope, or what is sent in its place. */
  readonly text: string;
  /** Overrides that of the version. */
  readonly contentType?: string | undefined;
}

export interface LiveResponse extends PostedResponse {
  /** Undefined if the body is no envelope. */
  readonly envelope: Envelope | undefined;
}

export interface LiveServiceOptions {
  readonly url: string;
  /** The credentials, certificates and proxies of each request; default none. */
  readonly access?: LiveAccess | undefined;
  /** In milliseconds. */
  readonly timeout: number;
}

/** A service that is called over HTTP. */
export class LiveService {
  readonly #options: LiveServiceOptions;

  constructor(options: LiveServiceOptions) {
    this.#options = options;
  }

  /** The response; a text with the reason if nothing was received. */
  async send({ version, soapAction, text, contentType }: LiveRequest): Promise<LiveResponse | string> {
    const { url, access, timeout } = this.#options;
    const action = soapAction === '' ? '' : `; action="${soapAction}"`;
    const type = version === '1.1' ? 'text/xml; charset=utf-8' : `application/soap+xml; charset=utf-8${action}`;
    const response = await postMessage({
      url,
      headers: [
        ['Content-Type', contentType ?? type],
        ...(version === '1.1' ? [['SOAPAction', `"${soapAction}"`] as const] : []),
      ],
      body: text,
      timeout,
      access,
    });
    if (typeof response === 'string') return response;
    const envelope = readEnvelope(response.body);
    return { ...response, envelope: 'kind' in envelope ? undefined : envelope };
  }
}

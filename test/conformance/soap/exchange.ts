import { SoapClient } from '../../../runtime/src/client/soap-client.ts';
import type { TransportRequest, TransportResponse } from '../../../runtime/src/client/transport.ts';
import type { CommonOptions } from '../../../runtime/src/server/server-options.ts';
import { openEnvelope } from '../../../runtime/src/soap/envelope-reader.ts';
import type { SoapFault } from '../../../runtime/src/soap/fault.ts';
import { readFault } from '../../../runtime/src/soap/fault-reader.ts';
import { type SoapVersion, versionNamed } from '../../../runtime/src/soap/version.ts';
import { GetClientID, validResponse } from '../../support/runtime/sample-binding.ts';
import { address, clientOf, response } from '../../support/runtime/test-client.ts';
import { callHeaders, getClientID } from '../../support/runtime/test-messages.ts';
import { type TestHandlers, testServer } from '../../support/runtime/test-service.ts';

export const versions: readonly SoapVersion[] = ['1.1', '1.2'];

/** Positions in an envelope for text; the prefix of its namespace is `e`. */
export interface Places {
  /** Before the root and behind it. */
  readonly before?: string;
  readonly after?: string;
  /** Attributes of each element. */
  readonly envelope?: string;
  readonly header?: string;
  readonly body?: string;
  /** Header blocks. */
  readonly blocks?: string;
  readonly content?: string;
  readonly behindBody?: string;
}

/** An envelope with optional text in every position. */
export function message(version: SoapVersion, places: Places = {}): string {
  const { before = '', after = '', envelope = '', header = '', body = '', blocks, behindBody = '' } = places;
  const content = places.content ?? getClientID();
  const head = blocks === undefined && header === '' ? '' : `<e:Header ${header}>${blocks ?? ''}</e:Header>`;
  const { namespace } = versionNamed(version);
  return `${before}<e:Envelope xmlns:e="${namespace}" ${envelope}>${head}<e:Body ${body}>${content}</e:Body>${behindBody}</e:Envelope>${after}`;
}

export interface ReceivedResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Whether a handler was called. */
  readonly ran: boolean;
}

export interface ReceivedCall {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly handlers?: TestHandlers;
  readonly options?: CommonOptions;
}

/** The response of the server to a message. */
export async function ask(
  version: SoapVersion,
  body: string | Uint8Array<ArrayBuffer> | null,
  { method = 'POST', headers, handlers = {}, options }: ReceivedCall = {},
): Promise<ReceivedResponse> {
  let ran = false;
  const server = testServer(
    {
      GetClientID(input, context) {
        ran = true;
        return handlers.GetClientID?.(input, context) ?? { ErrorMessage: 'of the handler', ClientID: 4 };
      },
    },
    options,
  );
  const request = new Request('http://files.test/v2/fileservice.asmx', {
    method,
    headers: headers ?? callHeaders(version),
    body,
  });
  const answer = await server.fetch(request);
  return { status: answer.status, headers: answer.headers, text: await answer.text(), ran };
}

/** The fault in the response to a message. */
export async function faultFor(
  version: SoapVersion,
  body: string | Uint8Array<ArrayBuffer>,
  asking: ReceivedCall = {},
): Promise<ReceivedResponse & { readonly fault: SoapFault }> {
  const answered = await ask(version, body, asking);
  const { reader } = openEnvelope(new TextEncoder().encode(answered.text), versionNamed(version));
  return { ...answered, fault: readFault(reader, versionNamed(version), answered.status) };
}

/** The outcome of a client's call for a given response. */
export async function called(version: SoapVersion, answer: TransportResponse): Promise<unknown> {
  return clientOf(() => answer, { soap: version })
    .call(GetClientID, {})
    .catch((error: unknown) => error);
}

/** A response with a handwritten message. */
export function responseOf(version: SoapVersion, places: Places, status = 200): TransportResponse {
  const { contentType } = versionNamed(version);
  return response(status, { 'Content-Type': contentType }, message(version, { content: validResponse, ...places }));
}

/** The client's request. */
export async function sentBy(version: SoapVersion): Promise<TransportRequest> {
  const sent: TransportRequest[] = [];
  const transport = {
    async send(request: TransportRequest): Promise<TransportResponse> {
      sent.push(request);
      return responseOf(version, {});
    },
  };
  await new SoapClient({ address, transport, soap: version }).call(GetClientID, { CompanyCode: 'ACME' });
  return sent[0] as TransportRequest;
}

export function headerOf({ headers }: TransportRequest, name: string): string | undefined {
  const at = headers.findIndex((each, index) => index % 2 === 0 && each.toLowerCase() === name);
  return at === -1 ? undefined : headers[at + 1];
}

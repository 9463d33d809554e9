import type { OneWayOperation, Operation } from '../../../runtime/src/index.ts';
import { type Handler, implement } from '../../../runtime/src/server/handler.ts';
import { createServer } from '../../../runtime/src/server/server.ts';
import type { CommonOptions } from '../../../runtime/src/server/server-options.ts';
import type { ServiceDescription } from '../../../runtime/src/server/service-description.ts';
import type { SoapServer } from '../../../runtime/src/server/soap-server.ts';
import { type SoapVersion, versionNamed } from '../../../runtime/src/soap/version.ts';
import { Describe, Find, Join, Judge, Notify, namespace } from './library-operations.ts';
import { envelope } from './sample-envelopes.ts';
import { post } from './test-messages.ts';

type HandlerOf<Of> =
  Of extends Operation<infer Input, infer Output>
    ? Handler<Input, Output>
    : Of extends OneWayOperation<infer Input>
      ? Handler<Input, void>
      : never;

export interface LibraryHandlers {
  readonly Find?: HandlerOf<typeof Find>;
  readonly Notify?: HandlerOf<typeof Notify>;
  readonly Describe?: HandlerOf<typeof Describe>;
  readonly Judge?: HandlerOf<typeof Judge>;
  readonly Join?: HandlerOf<typeof Join>;
}

export const path = '/library';
export const address: string = `http://library.test${path}`;

const description: ServiceDescription = {
  name: 'Library',
  namespace,
  address,
  soapVersions: ['1.1', '1.2'],
  wsdl: ['<definitions/>'],
};

/** A service with declared faults, header blocks, a one-way operation, bare and rpc messages. */
export function libraryServer(handlers: LibraryHandlers = {}, options: CommonOptions = {}): SoapServer {
  return createServer(description, { onError: () => undefined, ...options }, [
    implement(Find, handlers.Find ?? (({ Title }) => `shelf of ${Title}`)),
    implement(Notify, handlers.Notify ?? (() => undefined)),
    implement(Describe, handlers.Describe ?? ((value) => value)),
    implement(Judge, handlers.Judge ?? (({ text }) => `${text}: good`)),
    implement(Join, handlers.Join ?? (({ a, b }) => a + b)),
  ]);
}

export const session = (token = 't', more = ''): string =>
  `<Session xmlns="${namespace}" ${more}><Token>${token}</Token></Session>`;

export const find = (title = 'T'): string => `<Find xmlns="${namespace}"><Title>${title}</Title></Find>`;

export const notify = (text = 'T'): string => `<Notify xmlns="${namespace}"><Text>${text}</Text></Notify>`;

/** Headers of a request in their usual form. */
export function headersFor(version: SoapVersion, action: string): Record<string, string> {
  const { contentType } = versionNamed(version);
  return version === '1.1'
    ? { 'Content-Type': contentType, SOAPAction: `"${action}"` }
    : { 'Content-Type': `${contentType}; action="${action}"` };
}

/** The bytes of a call over a socket. */
export function bytesOf(version: SoapVersion, action: string, body: string, header = ''): Buffer {
  return post(headersFor(version, action), envelope(version, body, header), path);
}

export interface ReceivedResponse {
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
}

/** The response of a server. */
export async function ask(
  server: SoapServer,
  version: SoapVersion,
  action: string,
  body: string,
  header = '',
): Promise<ReceivedResponse> {
  const init = { method: 'POST', headers: headersFor(version, action), body: envelope(version, body, header) };
  const response = await server.fetch(new Request(address, init), { peerAddress: '192.0.2.1' });
  return { status: response.status, text: await response.text(), headers: response.headers };
}

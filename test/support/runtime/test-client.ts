import { memoryTransport, type RequestHandler } from '../../../runtime/src/client/memory-transport.ts';
import type { ClientOptions } from '../../../runtime/src/client/options.ts';
import { SoapClient } from '../../../runtime/src/client/soap-client.ts';
import type { TransportRequest, TransportResponse } from '../../../runtime/src/client/transport.ts';
import type { SoapVersion } from '../../../runtime/src/index.ts';
import { contentTypes, envelope, validResponse } from './sample-binding.ts';

/** The address of the service in tests. */
export const address = 'http://files.example/v2/fileservice.asmx';

/** A response whose body is a text. */
export function response(status: number, headers: Readonly<Record<string, string>>, body: string): TransportResponse {
  return { status, headers: Object.entries(headers).flat(), body: new TextEncoder().encode(body) };
}

/** A response with an envelope. */
export function soapResponse(version: SoapVersion, body: string, status = 200): TransportResponse {
  return response(status, { 'Content-Type': contentTypes[version] }, envelope(version, body));
}

/** A valid response to `GetClientID`, in the version of the request. */
export function right(request: TransportRequest): TransportResponse {
  return soapResponse(request.headers.includes(contentTypes['1.2']) ? '1.2' : '1.1', validResponse);
}

/** A client whose service is a function. */
export function clientOf(handler: RequestHandler, options: Omit<ClientOptions, 'transport'> = {}): SoapClient {
  return new SoapClient({ address, ...options, transport: memoryTransport(handler) });
}

/** A client whose service never responds. */
export function clientWithoutResponse(options: Omit<ClientOptions, 'transport'> = {}): SoapClient {
  return clientOf(() => new Promise<never>(() => undefined), options);
}

import type { SoapVersion } from '../../index.ts';
import { memoryTransport, type RequestHandler } from '../memory-transport.ts';
import type { ClientOptions } from '../options.ts';
import { SoapClient } from '../soap-client.ts';
import type { TransportRequest, TransportResponse } from '../transport.ts';
import { contentTypes, envelope, validResponse } from './binding.ts';

/** Where the client of a test believes its service to be. */
export const address = 'http://files.example/v2/fileservice.asmx';

/** A response with a text for its body. */
export function response(status: number, headers: Readonly<Record<string, string>>, body: string): TransportResponse {
  return { status, headers: Object.entries(headers).flat(), body: new TextEncoder().encode(body) };
}

/** An envelope in a response that fits it. */
export function soapResponse(version: SoapVersion, body: string, status = 200): TransportResponse {
  return response(status, { 'Content-Type': contentTypes[version] }, envelope(version, body));
}

/** The right answer to `GetClientID`, in the version of the request. */
export function right(request: TransportRequest): TransportResponse {
  return soapResponse(request.headers.includes(contentTypes['1.2']) ? '1.2' : '1.1', validResponse);
}

/** A client whose service is a function. */
export function clientOf(answer: RequestHandler, options: Omit<ClientOptions, 'transport'> = {}): SoapClient {
  return new SoapClient({ address, ...options, transport: memoryTransport(answer) });
}

/** A client whose service never answers. */
export function clientWithoutResponse(options: Omit<ClientOptions, 'transport'> = {}): SoapClient {
  return clientOf(() => new Promise<never>(() => undefined), options);
}

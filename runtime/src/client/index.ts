/** The client. Its transports for Node are in `@soapwright/runtime/client/node`. */

export { BlobError, type BlobErrorCode } from '../blob/blob-error.ts';
export { type BlobOfOptions, blobOf } from '../blob/blob-of.ts';
export type { ByteSource } from '../blob/blob-pieces.ts';
export { SourceBlob } from '../blob/source-blob.ts';
export { type FaultCode, SoapFault } from '../soap/fault.ts';
export type { HeaderBlock } from '../soap/header-block.ts';
export type {
  HeaderContent,
  HeaderOptions,
  HeaderType,
  HeaderUse,
  ReadableHeader,
  TypedBlock,
  WritableHeader,
} from '../soap/header-type.ts';
export type { AnyClientOperation, ClientOneWayOperation, ClientOperation } from '../soap/operation.ts';
export type { ResponseSink } from '../soap/response-streaming.ts';
export { type FaultType, type ReadableFault, TypedFault } from '../soap/typed-fault.ts';
export type { SoapVersion } from '../soap/version.ts';
export { isSpooled, type Spool, type SpooledBlob, type SpooledValues, type SpoolWriter } from '../spool/spool.ts';
export type { QName } from '../types/qname.ts';
export type { Tolerance } from '../xml/bytes-reader.ts';
export type { Deviation, DeviationKind } from '../xml/deviation.ts';
export type { Limits } from '../xml/limits.ts';
export type { MessageStream } from '../xml/message-stream.ts';
export { type Challenge, ClientError, type ClientErrorCode, type ClientErrorInit } from './client-error.ts';
export { type Fetch, type FetchTransportOptions, fetchTransport } from './fetch-transport.ts';
export { type HeadersInput, HttpHeaders } from './http-headers.ts';
export type { Call, Interceptor, Next, SoapResponse } from './interceptor.ts';
export { memoryTransport, type RequestHandler, type WebHandler } from './memory-transport.ts';
export type { CallOptions, ClientOptions, CookieJar, Reading, ResponseDeviation, ResponseLimits } from './options.ts';
export { SoapClient } from './soap-client.ts';
export type { BufferedRequest, Transport, TransportRequest, TransportResponse } from './transport.ts';

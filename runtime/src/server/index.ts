export { blobPieces, blobViews, keepViews } from '../blob/blob-pieces.ts';
export type { RuntimeDetailCode } from '../soap/detail-codes.ts';
export { type FaultCode, SoapFault, type SoapFaultInit } from '../soap/fault.ts';
export { type HeaderBlock, isOurRole } from '../soap/header-block.ts';
export type {
  HeaderContent,
  HeaderOptions,
  HeaderType,
  HeaderUse,
  ReadableHeader,
  TypedBlock,
  WritableHeader,
} from '../soap/header-type.ts';
export type { ServerOneWayOperation, ServerOperation } from '../soap/operation.ts';
export { type FaultType, TypedFault, type TypedFaultInit, type WritableFault } from '../soap/typed-fault.ts';
export type { SoapVersion } from '../soap/version.ts';
export { memorySpool } from '../spool/memory-spool.ts';
export {
  isSpooled,
  type Spool,
  type SpooledBlob,
  type SpooledValues,
  SpoolFull,
  type SpoolWriter,
} from '../spool/spool.ts';
export type { QName } from '../types/qname.ts';
export { defaultLimits, type LimitNames, type Limits } from '../xml/limits.ts';
export {
  type Authorize,
  type AuthorizeResult,
  type Before,
  type Handler,
  type HandlerContext,
  type Implementation,
  IN_MEMORY,
  implement,
} from './handler.ts';
export type { HttpResponse } from './http-response.ts';
export type { HandlerCall, ServerInterceptor } from './interceptor.ts';
export type { OpenedMessage, ServerMessageSecurity } from './message-security-option.ts';
export type { OverloadOptions, ServerLoad, ShedReason } from './overload/admission.ts';
export type { Pages } from './pages-option.ts';
export type { ContentCoding, RequestHead } from './request-head.ts';
export { createServer } from './server.ts';
export type {
  ErrorEvent,
  ErrorListener,
  EventListener,
  FaultEvent,
  RefusedEvent,
  ResultEvent,
  ServerEvent,
  ShedEvent,
} from './server-events.ts';
export type { CommonOptions, Route, RouteRequest, RouteResponse, ServerOptions } from './server-options.ts';
export type { SenderFaultStatus, ServiceDescription } from './service-description.ts';
export { type FetchInfo, isPendingBody, type PendingBody, type SoapServer } from './soap-server.ts';

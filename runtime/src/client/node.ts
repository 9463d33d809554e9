/** What SOAP clients have on Node beyond `@soapwright/runtime/client`: transports, files to send, spools for what comes. */
export { type FileBlobOptions, fileBlob } from '../blob/file-blob.node.ts';
export { type SpooledBlobOptions, spooledBlob } from '../blob/spooled-blob.node.ts';
export { type FileSpoolOptions, fileSpool } from '../spool/node/file-spool.ts';
export type { Spool } from '../spool/spool.ts';
export { isSpooled, type SpooledBlob } from '../spool/spooled-blob.ts';
export { type HttpTransport, type HttpTransportOptions, httpTransport } from './http-transport.node.ts';
export {
  type UndiciController,
  type UndiciDispatcher,
  type UndiciHandler,
  type UndiciRequest,
  undiciTransport,
} from './undici-transport.node.ts';

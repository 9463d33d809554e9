/** What SOAP clients have on Node beyond `@soapwright/runtime/client`: transports, files to send, spools for what comes. */
export { type FileBlobOptions, fileBlob } from '../../blob/node/file-blob.ts';
export { type SpooledBlobOptions, spooledBlob } from '../../blob/node/spooled-blob.ts';
export { type FileSpoolOptions, fileSpool } from '../../spool/node/file-spool.ts';
export { isSpooled, type Spool, type SpooledBlob } from '../../spool/spool.ts';
export { type HttpTransport, type HttpTransportOptions, httpTransport } from './http-transport.ts';
export {
  type UndiciController,
  type UndiciDispatcher,
  type UndiciHandler,
  type UndiciRequest,
  undiciTransport,
} from './undici-transport.ts';

export { type FileSpoolOptions, fileSpool } from '../../spool/node/file-spool.ts';
export { isInMemory, type MemoryBlob } from '../../spool/node/memory-blob.ts';
export { sweepSpool } from '../../spool/node/spool-file.ts';
export { type ClientCertificates, type Listening, type ListenOptions, listen, type TlsPair } from './listen.ts';
export { nodeListener, type OtherRequests } from './listener.ts';

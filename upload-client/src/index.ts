/**
 * Uploads files to the Remote File Service, on Node, in browsers and elsewhere. Files on the disk and a journal for
 * resuming are in `@soapwright/remote-file-client/node`.
 */

export { DateTime } from '@soapwright/runtime';
/** Causes of an {@link UploadError}. */
export { ClientError, SoapFault } from '@soapwright/runtime/client';
export { defaultChunkSize, largestChunkSize } from './chunk-size.ts';
export type { UploadJournal, UploadState } from './journal.ts';
export type { Retry } from './retry-settings.ts';
export type { IncrementalHash } from './sha256.ts';
export { UploadError, type UploadErrorCode, type UploadErrorInit } from './upload-error.ts';
export type { FileTimes, OpenSource, Piece, SourceIdentity, UploadInput, UploadSource } from './upload-source.ts';
export { type ItemOutcome, Uploader, type UploadItem } from './uploader.ts';
export type { UploadEvent, UploaderOptions, UploadOptions, UploadProgress, UploadResult } from './uploader-options.ts';

/** Uploads on Node: files on the disk, and a journal on the disk. */
export { FileJournal, usualJournalFolder } from './node/file-journal.ts';
export { fileSource, streamOnce } from './node/file-source.ts';
export { nodeSha256 } from './node/node-sha256.ts';

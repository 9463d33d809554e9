/** What uploads need of Node: files on the disk, and a journal that lies there. */
export { FileJournal, usualJournalFolder } from './node/file-journal.ts';
export { fileSource, streamOnce } from './node/file-source.ts';

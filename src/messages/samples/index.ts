/** Samples of the messages of a contract, and recorded messages compared with it. */
export { type Comparison, compareRecorded, type OperationCount } from './compare-recorded.ts';
export { makeSamples, type Sample } from './make-samples.ts';
export { readRecordedFiles } from './recorded-files.ts';
export type { RecordedMessage } from './recorded-message.ts';
export { type WrittenSample, writeSamples } from './write-samples.ts';

import type { Counts } from './counts.ts';
import { errorFields, type LogFields, type Logger } from './logger.ts';
import { StorageError, type StorageErrorCode } from './storage-error.ts';

/** What callers are told of a failure of the storage. */
export interface StorageAnswer {
  /** Of a SOAP fault. */
  readonly detailCode: string;
  /** Of HTTP. */
  readonly status: number;
  readonly text: string;
}

const busy = { detailCode: 'StorageBusy', status: 503, text: 'The service is busy. Try again in a few seconds.' };

const readOnly = {
  detailCode: 'StorageReadOnly',
  status: 503,
  text: 'The storage of the service cannot be written to at the moment.',
};

/** Other failures reveal nothing (rule W4). */
const answers: { readonly [code in StorageErrorCode]?: StorageAnswer } = {
  busy,
  uncertain: busy,
  full: { detailCode: 'StorageFull', status: 507, text: 'The storage of the service is full.' },
  'read-only': readOnly,
  'lost-database': readOnly,
};

/** All detail codes. */
export const storageFaultCodes: readonly string[] = [
  ...new Set(Object.values(answers).map(({ detailCode }) => detailCode)),
];

/** Undefined when callers are told nothing of the failure. */
export function storageAnswer({ code, limit }: StorageError): StorageAnswer | undefined {
  const answer = answers[code];
  return answer && limit !== undefined ? { ...answer, text: `${answer.text} Reached: ${limit}.` } : answer;
}

/** Logs and counts a failure that callers are told; undefined for any other error. */
export function storageFailed(
  error: unknown,
  { log, counts }: { readonly log: Logger; readonly counts: Counts },
  fields: LogFields,
): StorageAnswer | undefined {
  if (!(error instanceof StorageError)) return undefined;
  const answer = storageAnswer(error);
  if (answer === undefined) return undefined;
  if (answer.detailCode === busy.detailCode) counts.storageBusy(error.reason);
  log.error('storage failed', { ...fields, ...errorFields(error) });
  return answer;
}

import { SoapFault } from '@soapwright/runtime/server';
import { errorFields, type Logger } from '../log/logger.ts';
import type { Counts } from '../metrics/counts.ts';
import { StorageError, type StorageErrorCode } from '../storage/storage-error.ts';
import { Refusal } from './refusal.ts';

/** What is needed of a handler's context. */
interface About {
  readonly operation: string;
  readonly requestId: string;
  readonly state: { readonly log: Logger; readonly counts: Counts };
}

/** What callers are told when the server itself fails. Those that are not named here tell nothing at all (rule W4). */
const serverFaults: { readonly [code in StorageErrorCode]?: readonly [detailCode: string, reason: string] } = {
  busy: ['StorageBusy', 'The service is busy. Try again in a few seconds.'],
  full: ['StorageFull', 'The storage of the service is full. Nothing was changed.'],
  'read-only': [
    'StorageReadOnly',
    'The storage of the service cannot be written to at the moment. Nothing was changed.',
  ],
};

/** Does the work of an operation whose result has an ErrorMessage: a refusal becomes the result that `refused` makes. */
export async function resultOf<Result>(
  about: About,
  refused: (message: string) => Result,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Refusal)) throw serverFault(about, error);
    tellRefusal(about, error);
    return refused(error.message);
  }
}

/** Does the work of an operation whose result has no ErrorMessage: a refusal becomes a Sender fault with its code. */
export async function resultOrFault<Result>(about: About, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Refusal)) throw serverFault(about, error);
    tellRefusal(about, error);
    throw SoapFault.sender(error.code, error.message);
  }
}

function tellRefusal({ operation, requestId, state }: About, { code, reason }: Refusal): void {
  state.counts.refused(requestId, code);
  state.log.info('refused', { requestId, operation, code, reason });
}

function serverFault({ operation, requestId, state }: About, error: unknown): unknown {
  const known = error instanceof StorageError ? serverFaults[error.code] : undefined;
  if (known === undefined) return error;
  state.log.error('storage failed', { requestId, operation, ...errorFields(error) });
  return SoapFault.receiver(...known);
}

import { SoapFault } from '@soapwright/runtime/server';
import type { Counts } from '../common/logger.ts';
import { errorFields, type Logger } from '../common/logger.ts';
import { Rejection } from '../common/rejection.ts';
import { StorageError, type StorageErrorCode } from '../common/storage-error.ts';
import type { Caller } from '../domain/check-credentials.ts';
import { checkApiKey } from '../domain/check-credentials.ts';
import type { ApiKey } from '../storage/credentials.ts';

/** What is needed of a handler's context. */
interface About extends Caller {
  readonly operation: string;
  readonly requestId: string;
  readonly state: Caller['state'] & { readonly log: Logger; readonly counts: Counts };
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

/**
 * Does the work of an operation whose result has an ErrorMessage, for the holder of an API key: a refusal becomes the result
 * that `refused` makes.
 */
export async function resultOf<Result>(
  about: About,
  { apiKey, refused }: { readonly apiKey: string | undefined; readonly refused: (ErrorMessage: string) => Result },
  work: (apiKey: ApiKey) => Promise<Result>,
): Promise<Result> {
  const done = await resultOrRefusal(about, apiKey, work);
  return done instanceof Rejection ? refused(done.message) : done;
}

/** The same where the result has no ErrorMessage: a refusal becomes a Sender fault with its code. */
export async function resultOrFault<Result>(
  about: About,
  apiKey: string | undefined,
  work: (apiKey: ApiKey) => Promise<Result>,
): Promise<Result> {
  const done = await resultOrRefusal(about, apiKey, work);
  if (done instanceof Rejection) throw SoapFault.sender(done.code, done.message);
  return done;
}

/** A refusal goes to the log, with the name of the key, so that the operator can tell whose calls they are. */
async function resultOrRefusal<Result>(
  about: About,
  presented: string | undefined,
  work: (apiKey: ApiKey) => Promise<Result>,
): Promise<Result | Rejection> {
  let apiKey: ApiKey | undefined;
  try {
    apiKey = await checkApiKey(about, presented);
    return await work(apiKey);
  } catch (error) {
    if (!(error instanceof Rejection)) throw serverFault(about, error);
    const { operation, requestId, state } = about;
    state.counts.refused(requestId, error.code);
    const { code, reason } = error;
    state.log.info('refused', { requestId, operation, apiKey: apiKey?.name, code, reason });
    return error;
  }
}

function serverFault({ operation, requestId, state }: About, error: unknown): unknown {
  const fault = error instanceof StorageError ? storageFault(error) : undefined;
  if (fault === undefined) return error;
  state.log.error('storage failed', { requestId, operation, ...errorFields(error) });
  return fault;
}

/** What callers are told when the storage fails; undefined where that is nothing. */
export function storageFault({ code }: StorageError): SoapFault | undefined {
  const known = serverFaults[code];
  return known === undefined ? undefined : SoapFault.receiver(...known);
}

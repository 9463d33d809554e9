import { SoapFault } from '@soapwright/runtime/server';
import type { Counts } from '../common/counts.ts';
import type { LogFields, Logger } from '../common/logger.ts';
import { Rejection } from '../common/rejection.ts';
import { type StorageAnswer, storageAnswer, storageFailed } from '../common/storage-answer.ts';
import type { StorageError } from '../common/storage-error.ts';
import { callerAddress } from '../domain/caller-address.ts';
import { type Caller, checkApiKey } from '../domain/check-credentials.ts';
import type { ApiKey } from '../storage/credentials.ts';

/** The handler's context. */
interface About extends Caller {
  readonly operation: string;
  readonly requestId: string;
  readonly state: Caller['state'] & { readonly log: Logger; readonly counts: Counts };
}

/**
 * Checks the API key and runs an operation whose result has an ErrorMessage: a rejection becomes the result that
 * `rejected` returns.
 */
export async function resultOf<Result>(
  about: About,
  { apiKey, rejected }: { readonly apiKey: string | undefined; readonly rejected: (ErrorMessage: string) => Result },
  work: (apiKey: ApiKey) => Promise<Result>,
): Promise<Result> {
  const done = await resultOrRejection(about, apiKey, work);
  return done instanceof Rejection ? rejected(done.message) : done;
}

/** The same for a result without ErrorMessage: a rejection becomes a Sender fault with its code. */
export async function resultOrFault<Result>(
  about: About,
  apiKey: string | undefined,
  work: (apiKey: ApiKey) => Promise<Result>,
): Promise<Result> {
  const done = await resultOrRejection(about, apiKey, work);
  if (done instanceof Rejection) throw SoapFault.sender(done.code, done.message);
  return done;
}

/** Logs a rejection with the name of the API key and the caller's address, so that the operator can find the caller. */
async function resultOrRejection<Result>(
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
    const { requestId, state } = about;
    state.counts.rejected(requestId, error.code);
    const { code, reason } = error;
    state.log.info('refused', { ...requestFields(about), apiKey: apiKey?.name, code, reason });
    return error;
  }
}

function requestFields(about: About): LogFields {
  const { operation, requestId, state } = about;
  return { requestId, operation, peerAddress: callerAddress(about, state.trustProxy) };
}

function serverFault(about: About, error: unknown): unknown {
  const answer = storageFailed(error, about.state, requestFields(about));
  return answer === undefined ? error : faultOf(answer);
}

/** The fault for a failure of the storage; undefined when it reveals nothing. */
export function storageFault(error: StorageError): SoapFault | undefined {
  const answer = storageAnswer(error);
  return answer && faultOf(answer);
}

function faultOf({ detailCode, text }: StorageAnswer): SoapFault {
  return SoapFault.receiver(detailCode, detailCode === 'StorageBusy' ? text : `${text} Nothing was changed.`);
}

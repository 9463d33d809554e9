import { SpoolFull } from '../spool/spool.ts';
import { XmlError } from '../xml/error.ts';
import { badResponse, type Fail } from './call-error.ts';
import { isOfMessage } from './response-message.ts';

/** The error of a call for an error of a response of several parts. */
export function partsError(error: unknown, fail: Fail): unknown {
  if (error instanceof SpoolFull || (error instanceof XmlError && error.code === 'limit')) {
    return fail('too-large', `The response exceeds a limit: ${error.message}.`);
  }
  return isOfMessage(error) ? error : badResponse(error, fail);
}

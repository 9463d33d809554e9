import type { SoapResponse } from './interceptor.ts';
import type { ResponseToRead } from './response-message.ts';

const remedy = 'Pass the option multipart: mtom() (import { mtom } from @soapwright/runtime/client/mtom).';

/** Refuses a message of several parts: where size counts, only clients with the option `multipart` read them. */
export async function readParts({ response, fail }: ResponseToRead): Promise<SoapResponse> {
  throw fail('not-soap', `HTTP ${response.status} with a multipart message. ${remedy}`, { remedy });
}

import { SoapFault, XmlError } from '@soapwright/runtime';
import { Finding } from './finding.ts';

/** What came of reading: a value, or the error that the reader is allowed to throw. */
export type Outcome<T> = { readonly value: T; readonly error?: undefined } | { readonly error: XmlError | SoapFault };

/** Does something that may throw `XmlError` and `SoapFault`. @throws {Finding} `error` for whatever else it throws. */
export function attempt<T>(act: () => T): Outcome<T> {
  try {
    return { value: act() };
  } catch (error) {
    if (error instanceof XmlError || error instanceof SoapFault) return { error };
    const place = error instanceof Error ? /\n\s+at (\S+)/.exec(error.stack ?? '')?.[1] : undefined;
    throw new Finding('error', `${String(error)} is thrown at ${place ?? 'some place'}`);
  }
}

/** An outcome without its value, so that two can be compared. */
export function verdict({ error }: Outcome<unknown>): string {
  if (error === undefined) return 'accepted';
  return error instanceof XmlError ? `${error.code} at ${error.path}: ${error.message}` : `fault ${error.message}`;
}

/** The code of an error of XML; `fault` for a fault, and nothing for an accepted input. */
export function codeOf({ error }: Outcome<unknown>): string | undefined {
  return error === undefined ? undefined : error instanceof XmlError ? error.code : 'fault';
}

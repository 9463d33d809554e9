import type { SoapVersion } from '../../soap/version.ts';
import type { ServiceDescription } from '../description.ts';

/** A service as pages show it. */
export interface Site {
  readonly description: ServiceDescription;
  /** The versions that are served. */
  readonly versions: readonly SoapVersion[];
  /** Whole, for the WSDL and the samples. */
  readonly address: string;
  /** Headers of every answer; names and values in turn. */
  readonly extraHeaders: readonly string[];
}

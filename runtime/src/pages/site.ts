import type { Version } from '../soap/version.ts';
import type { PagesDescription } from './pages-description.ts';

/** A service as pages show it. */
export interface Site {
  readonly description: PagesDescription;
  /** Supported versions; the first one is the default. */
  readonly versions: readonly Version[];
  /** Of the service as the caller sees it, for the samples. */
  readonly address: string;
  /** Headers of every response: names and values in turn. */
  readonly extraHeaders: readonly string[];
}

import type { Settings } from '../../config/settings.ts';
import type { Seals } from '../../secrets/seal.ts';
import type { KeyedHash } from '../../secrets/tokens.ts';
import type { DataFolder } from '../../storage/content/data-folder.ts';
import type { Db } from '../../storage/tables.ts';

/** What doctor can find. The codes never change their meaning: monitors may look for them. */
export type FindingCode =
  | 'folder-not-usable'
  | 'folder-open-to-others'
  | 'several-owners'
  | 'several-volumes'
  | 'little-space'
  | 'key-not-usable'
  | 'key-open-to-others'
  | 'key-is-another'
  | 'database-damaged'
  | 'schema-older'
  | 'schema-newer'
  | 'content-missing'
  | 'content-size'
  | 'content-unreadable'
  | 'content-changed'
  | 'content-stray'
  | 'clock-behind'
  | 'provider-without-certificate'
  | 'certificate-expired'
  | 'certificate-expiring'
  | 'certificate-not-yet'
  | 'certificate-other-host'
  | 'tls-not-usable'
  | 'tls-key-open-to-others'
  | 'no-tls'
  | 'no-public-url'
  | 'public-url-plain'
  | 'chunk-over-body'
  | 'guessing-not-slowed'
  | 'demonstration-secrets'
  | 'provider-not-secure'
  | 'provider-unreachable';

/** Something that is wrong (`error`), or that may become so or is risky (`warning`). */
export interface Finding {
  readonly severity: 'error' | 'warning';
  readonly code: FindingCode;
  /** A whole sentence, without secrets. */
  readonly message: string;
  /** What to do about it. */
  readonly remedy: string;
}

/** What the checks look at. Nothing in it is changed. */
export interface DoctorContext {
  readonly folder: DataFolder;
  readonly settings: Settings;
  /** Opened to read alone. */
  readonly db: Db;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** With the service key, which fits the folder. */
export interface KeyedDoctorContext extends DoctorContext {
  readonly hashes: KeyedHash;
  readonly seals: Seals;
}

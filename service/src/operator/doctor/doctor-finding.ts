import type { Settings } from '../../config/settings.ts';
import type { Seals } from '../../secrets/seal.ts';
import type { KeyedHash } from '../../secrets/secret-tokens.ts';
import type { DataFolder } from '../../storage/content/data-folder.ts';
import type { Db } from '../../storage/tables.ts';

/** Codes of findings. Their meaning never changes, since monitors may depend on them. */
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

/** A fault (`error`), or a risk (`warning`). */
export interface Finding {
  readonly severity: 'error' | 'warning';
  readonly code: FindingCode;
  /** A sentence, without secrets. */
  readonly message: string;
  /** What the operator should do. */
  readonly remedy: string;
}

/** Inputs of the checks, which change nothing. */
export interface DoctorContext {
  readonly folder: DataFolder;
  readonly settings: Settings;
  /** Opened read-only. */
  readonly db: Db;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** With the service key of the folder. */
export interface KeyedDoctorContext extends DoctorContext {
  readonly hashes: KeyedHash;
  readonly seals: Seals;
}

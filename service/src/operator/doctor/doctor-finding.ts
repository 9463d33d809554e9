import { handbookSection } from '../../common/handbook.ts';
import type { Settings } from '../../config/settings.ts';
import type { DataKeys } from '../../domain/data-keys.ts';
import type { Seals } from '../../secrets/seal.ts';
import type { KeyedHash } from '../../secrets/secret-tokens.ts';
import type { DataFolder } from '../../storage/content/data-folder.ts';
import type { Db } from '../../storage/tables.ts';

/**
 * Faults by code, with the usual remedy; undefined: it depends on the finding. The meaning of a code never changes, since
 * monitors may depend on it.
 */
const errors = {
  'folder-not-usable': undefined,
  'several-owners': undefined,
  'several-volumes': 'Mount one volume at the data folder, and none below it.',
  'key-not-usable': undefined,
  'key-open-to-others': undefined,
  'key-is-another': 'Restore the original key: it is in every backup, or where RFS_SERVICE_KEY came from.',
  'key-missing': 'Restore it from a backup. Without it, these secrets are unknown: create them anew.',
  'database-damaged':
    'Stop the service, keep a copy of the folder, and restore the newest backup without findings of doctor.',
  'database-unreachable': 'Check database.url, the network and the server.',
  'database-not-durable': 'Set it to on in the configuration of PostgreSQL.',
  'no-standby': 'Add a standby, and name it in synchronous_standby_names.',
  'store-unreachable':
    'Check objects.endpoint, objects.bucket, the credentials, and their permissions: list, get, put, delete.',
  'clocks-differ': 'Set the clocks, by NTP for example: requests to the store are signed with the time.',
  'schema-newer': 'Use the newer version of the service, or restore a backup from before the migration.',
  'content-missing': undefined,
  'content-size': undefined,
  'content-unreadable': undefined,
  'content-changed': undefined,
  'backup-changed': 'Use another backup. The files in this one may be whole: compare them with sha256sum.',
  'erasure-unfinished': 'Run sweep: it writes the database anew, without erased data.',
  'clock-behind': 'Set the clock, by NTP for example: sign-ins, promotions and uploads depend on it.',
  'certificate-expired': undefined,
  'certificate-not-yet': undefined,
  'certificate-other-host': undefined,
  'tls-not-usable': 'Set tls.cert and tls.key to files that belong together and that this user may read.',
  'demonstration-secrets': 'Use a separate data folder, or run api-key revoke and folder-key revoke for each of them.',
  'hooks-not-usable': 'Correct the file of hooksFile, or the files that it names. The service does not start without.',
  'provider-unreachable': 'Check that this machine can reach the address (DNS, firewall, certificates), or correct it.',
} as const;

/** Risks by code. */
const warnings = {
  'folder-open-to-others': undefined,
  'little-space': 'Enlarge the volume, or remove other files from it. Uploads are rejected while it is full.',
  'schema-older': 'Create a backup, then start the service: it migrates the schema.',
  'content-without-digest':
    'Run sweep: it reads these files and stores their SHA-256. A server does so too, bit by bit.',
  'content-stray': 'Run sweep. A server does so every sweepMinutes: check in its log why it did not.',
  'content-unknown':
    'If the database was lost or is an old one, restore the right one. Otherwise run sweep --unknown-files, which deletes them.',
  'provider-without-certificate': 'Provision the tenant with the certificate of its provider.',
  'certificate-expiring': undefined,
  'tls-key-open-to-others': undefined,
  'no-tls': 'Set tls.cert and tls.key, or put a TLS proxy in front and set trustProxy.',
  'no-public-url': 'Set publicUrl to the address that callers use, such as https://files.example.',
  'public-url-plain':
    'Serve by https, with tls.cert and tls.key or a proxy in front, and set publicUrl to the https address.',
  'chunk-over-body': 'Set limits.body to four thirds of limits.chunk and 64 KiB more, or limits.chunk lower.',
  'guessing-not-slowed': 'Omit --no-rate-limit, and set rateLimit.enabled to true.',
  'links-plain': 'Put a proxy with TLS in front of admin.port, and set admin.url to its https address.',
  'clock-ahead':
    'Nothing expires until this is settled. Set the clock, by NTP for example. If it is right, since the service was off, run clock confirm.',
  'hook-given-up': 'Check its receiver, then run hooks retry --failed, or hooks drop --failed.',
  'hook-unknown': 'Run doctor with the settings of the service. For a hook that is gone for good, run hooks drop.',
  'provider-not-secure': 'Set an https address in the provisioning file, and register it with the provider.',
} as const;

/** Work left, without a risk, by code. */
const hints = {
  'process-not-seen':
    'If it runs, check its connection to the database. If it has ended, nothing is to be done: the next start or rotation forgets it.',
  'key-left': undefined,
  'key-destroyed': 'They can stay. Run files remove or account remove to remove them, as other files.',
  'key-long-needed':
    'Run service-key status: it names them. Have them used, or revoke them, then run service-key retire.',
} as const;

const catalogue = { ...errors, ...warnings, ...hints };
type Catalogue = typeof errors & typeof warnings & typeof hints;

export type FindingCode = keyof Catalogue;

/** Codes with a usual remedy. */
type UsualCode = { [code in FindingCode]: Catalogue[code] extends string ? code : never }[FindingCode];

/** A fault, a risk, or a hint. */
export interface Finding {
  readonly severity: 'error' | 'warning' | 'hint';
  readonly code: FindingCode;
  /** A sentence, without secrets. */
  readonly message: string;
  /** The operator's remedy. */
  readonly remedy: string;
}

/** A finding; `remedy` defaults to the usual one of the code. */
export function finding(code: UsualCode, message: string): Finding;
export function finding(code: FindingCode, message: string, remedy: string): Finding;
export function finding(code: FindingCode, message: string, remedy: string = catalogue[code] ?? ''): Finding {
  const severity = code in errors ? 'error' : code in warnings ? 'warning' : 'hint';
  const section = handbookSection(code);
  return { severity, code, message, remedy: section === undefined ? remedy : `${remedy} See ${section}` };
}

/** Inputs of the checks, which change nothing. */
export interface DoctorContext {
  readonly folder: DataFolder;
  readonly settings: Settings;
  /** Opened read-only. */
  readonly db: Db;
  /** Of sealed bytes; undefined without the service key. */
  readonly dataKeys?: DataKeys | undefined;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** With the service key. */
export interface KeyedDoctorContext extends Omit<DoctorContext, 'folder'> {
  readonly hashes: KeyedHash;
  readonly seals: Seals;
}

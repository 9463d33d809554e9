import type { Settings } from '../../config/settings.ts';
import type { KeyedHash } from '../../secrets/keyed-hash.ts';
import type { Seals } from '../../secrets/seal.ts';
import type { DataFolder } from '../../storage/content/data-folder.ts';
import type { Db } from '../../storage/tables.ts';

/** What the checks look at. Nothing in it is changed. */
export interface Examination {
  readonly folder: DataFolder;
  readonly settings: Settings;
  /** Opened to read alone. */
  readonly db: Db;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** With the service key, which fits the folder. */
export interface KeyedExamination extends Examination {
  readonly hashes: KeyedHash;
  readonly seals: Seals;
}

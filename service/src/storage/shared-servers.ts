import { StorageError } from '../common/storage-error.ts';
import type { CredentialSource } from './objects/credential-sources.ts';
import type { Bucket } from './objects/s3-exchange.ts';
import type { PostgresOptions } from './postgres/postgres-pool.ts';

/** The servers that all processes of a site share. */
export interface SharedServers {
  readonly database: PostgresOptions;
  readonly bucket: Bucket;
  readonly credentials: CredentialSource;
  /** How long an object that nothing refers to is kept, in milliseconds. */
  readonly keep: number;
}

/** The settings name servers, and no service key. */
export function missingServiceKey(): StorageError {
  return new StorageError(
    'failed',
    'The service key must be given, since all processes share it: set RFS_SERVICE_KEY or serviceKeyFile.',
  );
}

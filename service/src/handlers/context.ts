import type { HandlerContext } from '@soapwright/runtime/server';
import type { Guard } from '../guessing/guard.ts';
import type { UploadLimits } from '../limits/upload-limits.ts';
import type { Logger } from '../log/logger.ts';
import type { Counts } from '../metrics/counts.ts';
import type { OidcProviders } from '../oidc/providers.ts';
import type { KeyedHash } from '../secrets/keyed-hash.ts';
import type { Passwords } from '../secrets/passwords.ts';
import type { Seals } from '../secrets/seal.ts';
import type { SignInTimes } from '../sign-in/times.ts';
import type { Db } from '../storage/tables.ts';
import type { Uploads } from '../uploads/uploads.ts';

/** What every handler is given besides its request. */
export interface State {
  readonly db: Db;
  readonly uploads: Uploads;
  readonly uploadLimits: UploadLimits;
  readonly hashes: KeyedHash;
  readonly passwords: Passwords;
  readonly seals: Seals;
  readonly signInTimes: SignInTimes;
  readonly oidc: OidcProviders;
  readonly guard: Guard;
  readonly log: Logger;
  readonly counts: Counts;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Whether the last address in X-Forwarded-For is the caller's. */
  readonly trustProxy: boolean;
  /** The address of this service, for tenants without another site. */
  readonly apiUrl: () => string;
}

export type Context = HandlerContext<State>;

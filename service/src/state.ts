import type { Counts } from './common/counts.ts';
import type { Logger } from './common/logger.ts';
import type { DataKeys } from './domain/data-keys.ts';
import type { ServiceKeys } from './domain/service-keys.ts';
import type { UploadLimits } from './domain/upload-limits.ts';
import type { SignInState } from './sign-in/sign-in-context.ts';
import type { UploadEngine } from './uploads/upload-engine.ts';

/** The services that every handler gets with its request. */
export interface State extends SignInState {
  readonly keys: ServiceKeys;
  readonly dataKeys: DataKeys;
  readonly uploads: UploadEngine;
  readonly uploadLimits: UploadLimits;
  readonly log: Logger;
  readonly counts: Counts;
}

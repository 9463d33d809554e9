import type { RuntimeDetailCode, ShedReason } from '@soapwright/runtime/server';
import type { CheckOutcome, ObjectMethod, ObjectOutcome, ProviderRequest } from '../common/counts.ts';
import type { DownloadOutcome, LinkRefusal } from '../common/download-outcomes.ts';
import { rejectionCodes } from '../common/rejection.ts';
import { storageFaultCodes } from '../common/storage-answer.ts';
import type { BusyReason } from '../common/storage-error.ts';
import { handlers } from '../handlers/index.ts';

/**
 * The values of labels. Each series exists, with the value 0, from the start of the process: the increase from no value to
 * the first one is invisible to `rate`, and an alert on it would miss the first burst.
 */

/** `none`: a fault before the operation was known. */
export const operations: readonly string[] = [...Object.keys(handlers), 'none'];

export const outcomes: readonly string[] = ['result', 'refused', 'fault'];

/** Where a value is not in its list. */
const other = 'other';

export function listed(values: readonly string[], value: string): string {
  return values.includes(value) ? value : other;
}

const runtimeCodes: Readonly<Record<RuntimeDetailCode, true>> = {
  IllFormedXml: true,
  InvalidEncoding: true,
  DoctypeNotAllowed: true,
  LimitExceeded: true,
  MessageTooLarge: true,
  Overloaded: true,
  InvalidEnvelope: true,
  ActionMismatch: true,
  UnknownOperation: true,
  UnexpectedElement: true,
  UnexpectedText: true,
  RepeatedElement: true,
  MissingElement: true,
  MissingAttribute: true,
  InvalidNil: true,
  InvalidType: true,
  InvalidReference: true,
  InvalidValue: true,
  MissingHeader: true,
  RepeatedHeader: true,
  InvalidHeader: true,
  InternalError: true,
};

/** Codes of faults that are not rejections. */
export const faultCodes: readonly string[] = [
  ...Object.keys(runtimeCodes),
  ...storageFaultCodes,
  'DataEncodingUnknown',
  'MustUnderstand',
  'VersionMismatch',
  other,
];

const shed: Readonly<Record<ShedReason, true>> = {
  'queue-full': true,
  'queue-timeout': true,
  'thread-busy': true,
  connections: true,
};

export const shedReasons: readonly string[] = Object.keys(shed);

/** Statuses of requests that are rejected by HTTP alone, and of forms on pages. */
export const statuses: readonly string[] = ['400', '403', '404', '405', '411', '413', '415', other];

export const signInOutcomes: readonly string[] = ['SignedIn', ...rejectionCodes, 'fault'];

const requests: Readonly<Record<ProviderRequest, true>> = {
  discovery: true,
  keys: true,
  token: true,
  userinfo: true,
  directory: true,
};

const ofChecks: Readonly<Record<CheckOutcome, true>> = { accepted: true, refused: true, 'no-verdict': true };

export const checkOutcomes: readonly string[] = Object.keys(ofChecks);

export const providerRequests: readonly string[] = Object.keys(requests);

const methods: Readonly<Record<ObjectMethod, true>> = { GET: true, PUT: true, DELETE: true };

export const objectMethods: readonly string[] = Object.keys(methods);

const ofObjects: Readonly<Record<ObjectOutcome, true>> = {
  success: true,
  missing: true,
  refused: true,
  busy: true,
  silent: true,
};

export const objectOutcomes: readonly string[] = Object.keys(ofObjects);

const busy: Readonly<Record<BusyReason, true>> = {
  database: true,
  connections: true,
  objects: true,
  'commit-unknown': true,
  digest: true,
  folder: true,
};

export const busyReasons: readonly string[] = Object.keys(busy);

const downloads: Readonly<Record<DownloadOutcome, true>> = {
  complete: true,
  cut: true,
  stalled: true,
  changed: true,
  removed: true,
  failed: true,
};

export const downloadOutcomes: readonly string[] = Object.keys(downloads);

const links: Readonly<Record<LinkRefusal, true>> = {
  missing: true,
  altered: true,
  expired: true,
  'other-path': true,
  'no-entry': true,
  removed: true,
  replaced: true,
  revoked: true,
  'used-up': true,
  password: true,
};

export const linkRefusals: readonly string[] = Object.keys(links);

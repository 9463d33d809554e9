/** How a download ended. */
export type DownloadOutcome =
  | 'complete'
  /** The client left. */
  | 'cut'
  /** The client read nothing for too long. */
  | 'stalled'
  /** The bytes are not those that were published. */
  | 'changed'
  /** A file of a folder was replaced or removed before it was sent. */
  | 'removed'
  | 'failed';

/** Why a link opens nothing. */
export type LinkRefusal =
  | 'missing'
  /** It is malformed, or its signature is wrong. */
  | 'altered'
  | 'expired'
  /** It is for another file or folder. */
  | 'other-path'
  /** It is for this folder, and nothing is at the path. */
  | 'no-entry'
  | 'removed'
  /** It is for an earlier version of the file. */
  | 'replaced'
  /** The share was revoked. */
  | 'revoked'
  /** The share has no download left. */
  | 'used-up'
  /** The password is missing or wrong. */
  | 'password';

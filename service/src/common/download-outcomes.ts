/** How a download ended. */
export type DownloadOutcome =
  | 'complete'
  /** The client left. */
  | 'cut'
  /** The client read nothing for too long. */
  | 'stalled'
  /** The bytes are not those that were published. */
  | 'changed'
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
  | 'replaced';

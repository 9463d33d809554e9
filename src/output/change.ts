import type { Content } from './content.ts';

/** One file that is to become another. Nothing is in it that a plan could not show. */
export type Change = Creation | Update | Deletion;

/** A file that becomes, or became, another. */
export interface ChangedFile extends Changed {
  readonly kind: Change['kind'];
}

interface Changed {
  /** Absolute. */
  readonly path: string;
  /** For people: as the user gave the folder. */
  readonly shown: string;
}

export interface Creation extends Changed {
  readonly kind: 'create';
  readonly content: Content;
  /** A file that has come there in the meantime is left as it is: people write such files. */
  readonly exclusive: boolean;
}

export interface Update extends Changed {
  readonly kind: 'update';
  readonly content: Content;
}

export interface Deletion extends Changed {
  readonly kind: 'delete';
}

/** The manifest of a folder, and what it says while the folder is being changed. */
export interface ManifestChange extends Changed {
  /** What stands on disk now. */
  readonly before: string | undefined;
  /** Both the old and the new: written first, so that a run that is cut off leaves nothing that nobody knows of. */
  readonly during: string;
  readonly text: string;
}

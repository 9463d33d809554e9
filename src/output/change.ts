/** One file that is to become another. Nothing is in it that a plan could not show. */
export type Change = Creation | Update | Deletion;

interface Changed {
  /** Absolute. */
  readonly path: string;
  /** For people: as the user gave the folder. */
  readonly shown: string;
}

export interface Creation extends Changed {
  readonly kind: 'create';
  readonly text: string;
  /** A file that has come there in the meantime is left as it is: people write such files. */
  readonly exclusive: boolean;
}

export interface Update extends Changed {
  readonly kind: 'update';
  readonly before: string;
  readonly text: string;
}

export interface Deletion extends Changed {
  readonly kind: 'delete';
  readonly before: string;
}

/** The manifest of a folder, and what it says while the folder is being changed. */
export interface ManifestChange extends Changed {
  /** What stands on disk now. */
  readonly before: string | undefined;
  /** Both the old and the new: written first, so that a run that is cut off leaves nothing that nobody knows of. */
  readonly during: string;
  readonly text: string;
}

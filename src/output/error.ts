import { type Diagnostic, output, report } from '../diagnostics/index.ts';

export type OutputErrorCode =
  /** A file or folder cannot be read. */
  | 'Unreadable'
  /** A file or folder cannot be written, or removed. */
  | 'Unwritable'
  /** A path leads out of the folder that it belongs to. */
  | 'Escapes'
  /** Another run holds the folder. */
  | 'Locked';

/** Input or output that failed. Carries what the user is told. */
export class OutputError extends Error {
  override readonly name = 'OutputError';
  readonly code: OutputErrorCode;
  readonly diagnostic: Diagnostic;

  constructor(code: OutputErrorCode, diagnostic: Diagnostic, options?: ErrorOptions) {
    super(diagnostic.message, options);
    this.code = code;
    this.diagnostic = diagnostic;
  }
}

export function unreadable(file: string, cause: unknown): OutputError {
  return new OutputError('Unreadable', report(output.cannotRead, { file, reason: reasonOf(cause) }, { file }), {
    cause,
  });
}

export function unwritable(file: string, cause: unknown): OutputError {
  return new OutputError('Unwritable', report(output.cannotWrite, { file, reason: reasonOf(cause) }, { file }), {
    cause,
  });
}

/** The system's error code, `ENOENT` and the like. */
export function systemCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** In words; the system's own message would carry absolute paths and names of calls. */
export function reasonOf(error: unknown): string {
  const code = systemCode(error);
  if (code === undefined) return error instanceof Error ? error.message : String(error);
  return reasons[code] ?? `the system says ${code}`;
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'permission is denied',
  EBUSY: 'it is in use',
  EDQUOT: 'the disk quota is used up',
  EEXIST: 'something of that name is there already',
  EIO: 'the disk reports an error',
  EISDIR: 'it is a folder',
  ELOOP: 'its symbolic links go round in a circle',
  EMFILE: 'too many files are open',
  ENAMETOOLONG: 'its name is too long',
  ENOENT: 'it does not exist',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'a file stands where a folder is needed',
  EPERM: 'it is not permitted',
  EROFS: 'the file system is read-only',
};

import { realpathSync } from 'node:fs';
import { type ReadBytes, readBytes } from '../yaml/source.ts';

/** Where the files of a contract are read from. */
export interface FileSystem {
  /** @param path absolute. @param file the name in diagnostics. */
  readonly readBytes: (path: string, file: string) => ReadBytes;
  /** The path without symbolic links; of a file that does not exist, the path itself. */
  readonly realPath: (path: string) => string;
  /** Whether the files that a WSDL imports are named by their absolute paths; default: from the current folder. */
  readonly namesAbsolute?: boolean | undefined;
}

export const disk: FileSystem = {
  readBytes,
  realPath: (path) => {
    try {
      return realpathSync(path);
    } catch {
      return path;
    }
  },
};

import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { LoadedContract } from '../../src/schema/index.ts';
import { catalogued } from '../../src/wsdl/catalogue/catalogue.ts';
import { loadWsdl, type ReadXmlFile, type XmlFile } from '../../src/wsdl/index.ts';

/** The files of a folder. */
export interface FolderFiles {
  file(path: string): XmlFile;
  readonly read: ReadXmlFile;
}

export function filesOf(folder: string): FolderFiles {
  const file = (path: string): XmlFile => ({ location: path, name: path, bytes: readFileSync(join(folder, path)) });
  const read: ReadXmlFile = (location) => {
    const path = join(folder, location);
    const isThere = !/^[a-z]+:/i.test(location) && existsSync(path) && statSync(path).isFile();
    return isThere ? { file: file(location), diagnostics: [] } : { diagnostics: [] };
  };
  return { file, read };
}

/** Reads the WSDLs of a folder, as the command does: files and the catalogue, no connections. */
export function loaderOf(folder: string): (path: string) => LoadedContract {
  const { file, read } = filesOf(folder);
  return (path) => loadWsdl(file(path), { read, wellKnown: catalogued });
}

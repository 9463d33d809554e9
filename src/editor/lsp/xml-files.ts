import {
  catalogued,
  disk,
  type FileSystem,
  loadFiles,
  openInput,
  type ReadIncluded,
  type WsdlFiles,
} from '../../contract/index.ts';
import { type LoadedTarget, loadContractOf } from '../../project/index.ts';
import { type MainContract, mainSource } from './main-contract.ts';

/** Loads a WSDL as `soapwright generate` does, with unsaved texts. Files are named by their absolute paths. */
export function loadXml(main: MainContract, read: ReadIncluded): LoadedTarget {
  const { path: schema, overrides = {}, target } = main;
  return loadContractOf({ ...target, schema, overrides }, folderOf(main), filesOf(main, read));
}

/** The files of a WSDL, each read as far as it is XML. */
export function xmlFilesOf(main: MainContract, read: ReadIncluded): WsdlFiles {
  const { path, target } = main;
  const { allowedPaths } = target ?? {};
  const { input } = openInput(path, { current: folderOf(main), allowedPaths, files: filesOf(main, read) });
  const file = input?.wsdl?.main ?? { location: path, name: path, bytes: new Uint8Array() };
  const { internalEntities } = target ?? {};
  return loadFiles(file, { read: input?.wsdl?.read, wellKnown: catalogued, internalEntities });
}

/** The folder whose files a WSDL may import, beside its own: as of commands, that of the configuration or of the process. */
function folderOf({ folder }: MainContract): string {
  return folder ?? process.cwd().replaceAll('\\', '/');
}

function filesOf(main: MainContract, read: ReadIncluded): FileSystem {
  const readText: ReadIncluded = (path) => {
    const source = path === main.path ? mainSource(main, read) : undefined;
    return source === undefined ? read(path) : { source, diagnostics: [] };
  };
  return {
    namesAbsolute: true,
    realPath: disk.realPath,
    readBytes: (path) => {
      const { source, diagnostics } = readText(path.replaceAll('\\', '/'));
      return source === undefined ? { diagnostics } : { bytes: bytesOf(source.text), diagnostics };
    },
  };
}

/** UTF-8 with a byte order mark, which counts before the encoding that the document declares. */
function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text.startsWith('\uFEFF') ? text : `\uFEFF${text}`);
}

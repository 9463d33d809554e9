import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { nameKey } from '../../src/contract/model/index.ts';
import { catalogued } from '../../src/contract/wsdl/catalogue/catalogue.ts';
import {
  loadWsdl,
  type ReadXmlFile,
  readWsdl,
  type ServiceChoice,
  type XmlFile,
} from '../../src/contract/wsdl/index.ts';
import type { LoadedContract } from '../../src/contract/yaml/index.ts';

/** What chooses a port. */
export interface PortOfEntry {
  readonly service: string;
  readonly port: string;
}

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
export function loaderOf(folder: string): (path: string, choice?: ServiceChoice) => LoadedContract {
  const { file, read } = filesOf(folder);
  return (path, choice) => loadWsdl(file(path), { read, wellKnown: catalogued, choice });
}

/** A port of each port type and style of a WSDL. */
export function portsOf(folder: string): (path: string) => readonly PortOfEntry[] {
  const { file, read } = filesOf(folder);
  return (path) => {
    const { contract } = readWsdl(file(path), { read, wellKnown: catalogued });
    const bindings = new Map(contract?.bindings.map((binding) => [nameKey(binding.name), binding]));
    const found = new Map<string, PortOfEntry>();
    for (const { name: service, ports } of contract?.services ?? []) {
      for (const { name: port, binding } of ports) {
        const { portType, style } = bindings.get(nameKey(binding)) ?? {};
        const key = portType === undefined ? '' : `${nameKey(portType)} ${style}`;
        if (!found.has(key)) found.set(key, { service, port });
      }
    }
    return [...found.values()];
  };
}

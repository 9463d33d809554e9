import { existsSync } from 'node:fs';
import { isAbsolute, relative, resolve, sep } from 'node:path';
// Not from language/index.ts, which loads all tables.
import { configurationText, type ProjectLayout } from '../contract/index.ts';
import type { FolderChanges } from '../project/index.ts';
import { contentOf, Folder } from '../project/index.ts';
import type { FetchedContract } from './fetch-write.ts';

/**
 * A configuration for the first WSDL of a project, so that `soapwright generate` is the next command. None if there is a
 * configuration, or if the WSDL is outside of the current folder.
 */
export function firstConfiguration(
  contracts: readonly FetchedContract[],
  configuration: string,
  current: string,
  project: ProjectLayout | undefined,
): readonly FolderChanges[] {
  const [contract] = contracts;
  if (contract === undefined || existsSync(resolve(current, configuration))) return [];
  const { folder, main } = contract;
  const schema = relative(current, resolve(folder.path, main)).replaceAll(sep, '/');
  if (schema.startsWith('../') || isAbsolute(schema)) return [];
  const root = new Folder(current, '.');
  const change = {
    kind: 'create' as const,
    path: root.resolve(configuration),
    shown: configuration,
    content: contentOf(configurationText(schema, project)),
    exclusive: true,
  };
  return [{ folder: root, changes: [change] }];
}

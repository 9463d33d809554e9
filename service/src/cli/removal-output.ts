import type { Removal } from '../operator/remove-entries.ts';
import type { Flags } from './command-options.ts';
import { jsonLine } from './command-output.ts';

export interface RemovalFlags extends Flags {
  /** Without it the command is a dry run. */
  readonly yes?: boolean;
  readonly json?: boolean;
}

/** The output of a removal, or of its dry run, in the order of kinds. */
export function removalText({ kind, name, removed }: Removal, { yes = false, json = false }: RemovalFlags): string {
  const { folders, files, bytes, folderKeys, uploads } = removed;
  const sessions = 'sessions' in removed ? { sessions: removed.sessions } : {};
  if (json) return jsonLine({ removed: yes, kind, name, folders, files, bytes, folderKeys, uploads, ...sessions });
  const first = `${yes ? 'removed' : 'would remove'} ${kind} ${name}\n`;
  if (kind === 'file') return `${first}  bytes: ${bytes}\n${hint(yes)}`;
  const lines = Object.entries({
    folders,
    files,
    bytes,
    'folder access keys': folderKeys.join(', ') || 'none',
    'unfinished uploads': uploads,
    ...sessions,
  });
  return `${first}${lines.map(([what, value]) => `  ${what}: ${value}\n`).join('')}${hint(yes)}`;
}

function hint(yes: boolean): string {
  return yes ? '' : 'Nothing was removed. Add --yes to remove it.\n';
}

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseYaml } from '../../config/document.ts';
import { Fields } from '../../config/fields.ts';
import { isReachable } from './check-settings.ts';
import type { KeyedExamination } from './examination.ts';
import type { Finding } from './finding.ts';

/** The same place from the sources and from what is built. */
const demoFile = fileURLToPath(new URL('../../../demo.yaml', import.meta.url));

/** Whether keys of the demonstration, which everybody knows, are in force where others than this machine may call. */
export async function checkDemonstration({ db, hashes, settings }: KeyedExamination): Promise<readonly Finding[]> {
  if (!isReachable(settings)) return [];
  const known = demonstration();
  const apiKeys = await db
    .selectFrom('api_keys')
    .select('name')
    .where(
      'hash',
      'in',
      known.apiKeys.map((key) => hashes.of('api-key', key)),
    )
    .where('revoked_at', 'is', null)
    .execute();
  const folderKeys = await db
    .selectFrom('folder_keys')
    .select('name')
    .where(
      'hash',
      'in',
      known.folderKeys.map((key) => hashes.of('folder-key', key)),
    )
    .where('revoked_at', 'is', null)
    .execute();
  const names = [...apiKeys, ...folderKeys].map(({ name }) => name);
  if (names.length === 0) return [];
  return [
    {
      severity: 'error',
      code: 'demonstration-secrets',
      message: `Keys of the demonstration, which everybody knows, are in force: ${names.join(', ')}.`,
      remedy: 'Begin with a data folder of its own, or run api-key revoke and folder-key revoke for each of them.',
    },
  ];
}

/** Secrets that stand in the demonstration's file; it names others, which are made for each data folder. */
function demonstration(): { readonly apiKeys: readonly string[]; readonly folderKeys: readonly string[] } {
  let text: string;
  try {
    text = readFileSync(demoFile, 'utf8');
  } catch {
    // An installation may leave the demonstration out.
    return { apiKeys: [], folderKeys: [] };
  }
  const { root, problems } = parseYaml(text, demoFile);
  const top = Fields.of(root, 'The demonstration', problems);
  const keysOf = (list: string): readonly string[] =>
    (top?.items(list) ?? []).flatMap((item) => Fields.of(item, list, problems)?.optionalText('key')?.value ?? []);
  return { apiKeys: keysOf('apiKeys'), folderKeys: keysOf('folderKeys') };
}

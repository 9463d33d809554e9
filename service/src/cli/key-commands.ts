import type { Command } from 'commander';
import { OperatorError } from '../operator/operator-context.ts';
import type { KeyKind } from '../storage/credentials.ts';
import { type Flags, withData, withDataFlags } from './command-options.ts';
import { jsonLine, print, printToStderr, table, timeJson, timeText } from './command-output.ts';

export function addApiKey(program: Command): void {
  const group = program.command('api-key').description('create, revoke and list API keys');
  withDataFlags(group.command('create'))
    .argument('<name>', 'name of the key')
    .option('--tenant <clientId>', 'the tenant that the key is limited to (default: all)')
    .description('create a key and print it to stdout; it cannot be shown again')
    .action(async (name: string, flags: Flags & { readonly tenant?: string }) => {
      const clientId = flags.tenant === undefined ? null : clientIdOf(flags.tenant);
      const { createApiKey } = await import('../operator/manage-keys.ts');
      const key = await withData(flags, ({ state }) => createApiKey(state, { name, clientId }));
      const reach = clientId === null ? 'all tenants' : `tenant ${clientId}`;
      printToStderr(`API key ${name} for ${reach}. It cannot be shown again: only its hash is stored.`);
      await print(`${key}\n`);
    });
  addRevokeAndList(group, { kind: 'api-key', what: 'API key', scope: 'tenant' });
}

export function addScimToken(program: Command): void {
  const group = program
    .command('scim-token')
    .description("create, revoke and list tokens of organisations' directories");
  withDataFlags(group.command('create'))
    .argument('<name>', 'name of the token')
    .requiredOption('--tenant <clientId>', 'the tenant whose accounts it maintains')
    .option('--removes', 'it may also remove accounts, with their files')
    .description('create a token for SCIM and print it to stdout; it cannot be shown again')
    .action(async (name: string, flags: Flags & { readonly tenant: string; readonly removes?: boolean }) => {
      const clientId = clientIdOf(flags.tenant);
      const { createScimToken } = await import('../operator/manage-keys.ts');
      const removes = flags.removes === true;
      const token = await withData(flags, ({ state }) => createScimToken(state, { name, clientId, removes }));
      printToStderr(`SCIM token ${name} for tenant ${clientId}. It cannot be shown again: only its hash is stored.`);
      await print(`${token}\n`);
    });
  addRevokeAndList(group, { kind: 'scim-token', what: 'SCIM token', scope: 'tenant' });
}

export function clientIdOf(text: string): number {
  const clientId = /^\d{1,10}$/.test(text) ? Number(text) : 0;
  if (clientId >= 1 && clientId <= 2_147_483_647) return clientId;
  throw new OperatorError('invalid-argument', '--tenant must be a clientId: a whole number from 1 to 2147483647.');
}

export function addFolderKey(program: Command): void {
  const group = program.command('folder-key').description('create, revoke and list folder access keys');
  withDataFlags(group.command('create'))
    .argument('<name>', 'name of the key')
    .requiredOption('--folder <path>', 'the folder, such as /anna/inbox')
    .description('create a key and print it to stdout; it cannot be shown again')
    .action(async (name: string, flags: Flags & { readonly folder: string }) => {
      const { createFolderKey } = await import('../operator/manage-keys.ts');
      const { folder } = flags;
      const key = await withData(flags, ({ state }) => createFolderKey(state, { name, folder }));
      printToStderr(`Folder access key ${name} for ${folder}. It cannot be shown again: only its hash is stored.`);
      await print(`${key}\n`);
    });
  addRevokeAndList(group, { kind: 'folder-key', what: 'folder access key', scope: 'folder' });
}

function addRevokeAndList(
  group: Command,
  key: { readonly kind: KeyKind; readonly what: string; readonly scope: 'tenant' | 'folder' },
): void {
  withDataFlags(group.command('revoke'))
    .argument('<name>')
    .description('revoke a key, from the next request on')
    .action(async (name: string, flags: Flags) => {
      const { revokeKey } = await import('../operator/manage-keys.ts');
      const revoked = await withData(flags, ({ state }) => revokeKey(state, key.kind, name));
      await print(`${key.what} ${name}: ${revoked}\n`);
    });
  withDataFlags(group.command('list'))
    .option('--json', 'one JSON object per line')
    .description('list the keys, without their secrets')
    .action(async (flags: Flags & { readonly json?: boolean }) => {
      const { listKeys } = await import('../operator/manage-keys.ts');
      const keys = await withData(flags, ({ state }) => listKeys(state, key.kind));
      const rows = keys.map(({ name, scope, createdAt, revokedAt, usedAt, usedFrom }) => [
        name,
        scope === null ? 'all' : String(scope),
        timeText(createdAt),
        timeText(revokedAt),
        timeText(usedAt),
        usedFrom ?? '-',
      ]);
      const lines = keys.map(({ name, scope, createdAt, revokedAt, usedAt, usedFrom }) =>
        jsonLine({
          name,
          [key.scope]: scope,
          created: timeJson(createdAt),
          revoked: timeJson(revokedAt),
          used: timeJson(usedAt),
          usedFrom,
        }),
      );
      await print(
        flags.json
          ? lines.join('')
          : table(['NAME', key.scope.toUpperCase(), 'CREATED', 'REVOKED', 'LAST USE', 'FROM'], rows),
      );
    });
}

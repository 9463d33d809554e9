import { userInfo } from 'node:os';
import type { Command } from 'commander';
import { hasOperatorLinks, operatorLinkOf } from '../config/settings.ts';
import { OperatorError } from '../operator/operator-context.ts';
import { operatorRoles } from '../operator/operator-sessions.ts';
import { type Flags, settingsOf, withData, withDataFlags } from './command-options.ts';
import { jsonLine, print, table, timeJson, timeText } from './command-output.ts';

export function addOperator(program: Command): void {
  withDataFlags(program.command('operator-link'))
    .option('--admin-port <number>', "the operator's port (default: admin.port)")
    .option('--name <name>', 'name for the audit log (default: the user of this command)')
    .option('--role <role>', 'viewer, operator or admin', 'admin')
    .description("print a link that signs in to the operator's page on this machine, once, within 10 minutes")
    .action(async ({ name, role: given, ...flags }: Flags & { readonly name?: string; readonly role: string }) => {
      const settings = settingsOf(flags, process.env);
      const role = operatorRoles.find((each) => each === given);
      if (role === undefined) throw new OperatorError('invalid-argument', '--role is viewer, operator or admin.');
      if (!hasOperatorLinks(settings) || settings.adminPort === 0) {
        const needs = 'Links need admin.port, admin.host on this machine, and no operator.signIn.';
        throw new OperatorError('invalid-argument', needs);
      }
      const { createOperatorLink } = await import('../operator/operator-sessions.ts');
      const person = { name: name ?? userInfo().username, role };
      const token = await withData(flags, ({ state }) => createOperatorLink(state, person));
      await print(`${operatorLinkOf(settings, settings.adminPort, token)}\n`);
    });
  const group = program.command('operator-session').description("list and revoke sessions of the operator's page");
  withDataFlags(group.command('list'))
    .option('--json', 'one JSON object per line')
    .description('list who is signed in, the newest session first')
    .action(async (flags: Flags & { readonly json?: boolean }) => {
      const { listOperatorSessions } = await import('../operator/operator-sessions.ts');
      const list = await withData(flags, ({ state }) => listOperatorSessions(state));
      const rows = list.map((session) => [
        session.name,
        session.role,
        timeText(session.createdAt),
        timeText(session.seenAt),
        session.subject,
      ]);
      const lines = list.map(({ createdAt, seenAt, expiresAt, ...rest }) =>
        jsonLine({ ...rest, signedIn: timeJson(createdAt), seen: timeJson(seenAt), expires: timeJson(expiresAt) }),
      );
      await print(flags.json ? lines.join('') : table(['NAME', 'ROLE', 'SIGNED IN', 'LAST REQUEST', 'SUBJECT'], rows));
    });
  withDataFlags(group.command('revoke'))
    .argument('[name]', 'from operator-session list')
    .option('--all', 'the sessions of everybody')
    .description('end the sessions of a person, or all')
    .action(async (name: string | undefined, flags: Flags & { readonly all?: boolean }) => {
      if ((name === undefined) !== (flags.all === true)) {
        throw new OperatorError('invalid-argument', 'Name a person, or use --all, but not both.');
      }
      const { revokeOperatorSessions } = await import('../operator/operator-sessions.ts');
      const revoked = await withData(flags, ({ state }) => revokeOperatorSessions(state, name));
      await print(`revoked sessions: ${revoked}\n`);
    });
}

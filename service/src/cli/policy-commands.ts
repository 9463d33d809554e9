import type { Command } from 'commander';
import { retentionOf, retentionText } from '../common/duration.ts';
import { bytes } from '../config/settings.ts';
import { OperatorError } from '../operator/operator-context.ts';
import type { PolicyKind } from '../storage/policies.ts';
import { type Flags, withData, withDataFlags } from './command-options.ts';
import { jsonLine, print, table } from './command-output.ts';
import { readDuration } from './read-since.ts';

/** The words and parser of a policy's commands. */
interface PolicyWords {
  readonly kind: PolicyKind;
  readonly about: string;
  readonly subject: string;
  readonly value: readonly [argument: string, description: string];
  readonly read: (text: string) => bigint;
  readonly show: (value: bigint) => string;
}

export function addQuota(program: Command): void {
  addPolicy(program, {
    kind: 'quota',
    about: 'limit the bytes of the files and unfinished uploads of keys, accounts and tenants',
    subject: 'folder-key:NAME, account:USERNAME or tenant:CLIENTID',
    value: ['<size>', 'bytes, such as 1048576 or 10 GiB'],
    read(text) {
      const size = bytes.read(text);
      if (size === undefined) throw new OperatorError('invalid-argument', `The size must be ${bytes.wanted}.`);
      return BigInt(size);
    },
    show: String,
  });
}

export function addRetention(program: Command): void {
  addPolicy(program, {
    kind: 'retention',
    about: 'remove files of folders and tenants some time after they were published',
    subject: 'folder:/user/path or tenant:CLIENTID',
    value: ['<time>', 'such as 90d or 36h; forever exempts a folder from the retention of its parents and tenant'],
    read: (text) => retentionOf(text) ?? BigInt(readDuration(text)),
    show: retentionText,
  });
}

function addPolicy(program: Command, { kind, about, subject, value, read, show }: PolicyWords): void {
  const group = program.command(kind).description(about);
  withDataFlags(group.command('set'))
    .argument('<subject>', subject)
    .argument(...value)
    .description(`set the ${kind}; a running server uses it within a second`)
    .action(async (of: string, text: string, flags: Flags) => {
      const parsed = read(text);
      const { setPolicyOf } = await import('../operator/manage-policies.ts');
      await withData(flags, ({ state }) => setPolicyOf(state, kind, of, parsed));
      await print(`${kind} of ${of}: ${show(parsed)}\n`);
    });
  withDataFlags(group.command('clear'))
    .argument('<subject>', subject)
    .description(`clear the ${kind}`)
    .action(async (of: string, flags: Flags) => {
      const { clearPolicyOf } = await import('../operator/manage-policies.ts');
      const found = await withData(flags, ({ state }) => clearPolicyOf(state, kind, of));
      await print(`${kind} of ${of}: ${found ? 'cleared' : 'there was none'}\n`);
    });
  withDataFlags(group.command('list'))
    .option('--json', 'one JSON object per line')
    .description(kind === 'quota' ? 'list the quotas with the bytes that they count' : 'list the retentions')
    .action(async (flags: Flags & { readonly json?: boolean }) => {
      const { listPoliciesOf } = await import('../operator/manage-policies.ts');
      const list = await withData(flags, ({ state }) => listPoliciesOf(state, kind));
      const rows = list.map((policy) => [
        policy.subject,
        show(policy.value),
        ...(policy.used === null ? [] : [String(policy.used)]),
      ]);
      const headings = kind === 'quota' ? ['SUBJECT', 'QUOTA#', 'USED#'] : ['SUBJECT', 'RETENTION#'];
      const lines = list.map((policy) =>
        jsonLine({
          subject: policy.subject,
          [kind]: kind === 'quota' ? policy.value : show(policy.value),
          ...(policy.used === null ? {} : { used: policy.used }),
        }),
      );
      await print(flags.json ? lines.join('') : table(headings, rows));
    });
}

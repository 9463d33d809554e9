import type { Command } from 'commander';
import type { Retirement } from '../operator/retire-service-key.ts';
import type { ListedServiceKey } from '../operator/service-key-status.ts';
import { type DependentKind, type Dependents, dependentKinds } from '../storage/key-dependents.ts';
import type { KeyHolder } from '../storage/service-keys.ts';
import { type Flags, withData, withDataFlags } from './command-options.ts';
import { exitCodes, jsonLine, type Outcome, print, table, timeJson, timeText } from './command-output.ts';
import { readDuration } from './read-since.ts';

interface ForgetFlags extends Flags {
  readonly forget?: readonly string[];
}

export function addServiceKey(program: Command, outcome: Outcome): void {
  const group = program
    .command('service-key')
    .description('rotate the service key, which the hashes and seals of all secrets depend on');
  addStatus(group);
  addRotate(group, outcome);
  addRetire(group, outcome);
}

function addStatus(group: Command): void {
  withDataFlags(group.command('status'))
    .option('--json', 'one JSON object per line')
    .description('list the service keys, what depends on each, and the processes that do not use the current one')
    .action(async (flags: Flags & { readonly json?: boolean }) => {
      const { serviceKeyStatus } = await import('../operator/service-key-status.ts');
      const { keys, behind } = await withData(flags, ({ state }) => serviceKeyStatus(state));
      if (flags.json) {
        const lines = keys.map(({ addedAt, currentAt, retiredAt, waiting, ...key }) =>
          jsonLine({
            ...key,
            added: timeJson(addedAt),
            current: timeJson(currentAt),
            retired: timeJson(retiredAt),
            waiting: waiting.map(({ usedAt, ...secret }) => ({ ...secret, used: timeJson(usedAt) })),
          }),
        );
        await print([...lines, ...behind.map(behindJson)].join(''));
        return;
      }
      const rows = keys.map((key) => [
        key.id,
        key.isGiven || key.state === 'retired' ? key.state : `${key.state}, missing`,
        timeText(key.currentAt),
        timeText(key.retiredAt),
        countsText(key.dependents),
      ]);
      await print(table(['ID', 'STATE', 'CURRENT SINCE', 'RETIRED', 'NEEDED BY'], rows));
      await print(keys.map(waitingText).join('') + behind.map(behindText).join(''));
    });
}

function addRotate(group: Command, outcome: Outcome): void {
  withForget(withDataFlags(group.command('rotate')))
    .option('--wait <time>', 'how long to wait for processes that do not know the new key (default: 30s)')
    .option('--again', 'add a new key though an older one is not retired yet')
    .description('add a new key, and use it as soon as all processes know it; run it again to go on')
    .action(async (flags: ForgetFlags & { readonly wait?: string; readonly again?: boolean }) => {
      const { rotateServiceKey } = await import('../operator/rotate-service-key.ts');
      const patience = readDuration(flags.wait ?? '30s');
      const forgotten = flags.forget ?? [];
      const options = { patience, forgotten, again: flags.again === true };
      const rotation = await withData(flags, ({ state }) => rotateServiceKey(state, options));
      const { id, before, wasComplete, isCurrent, resealed, unaware } = rotation;
      if (wasComplete) {
        await print(`service key ${id}: current, ${before}: old\nRetire ${before} first, or add --again.\n`);
        return;
      }
      if (isCurrent) {
        await print(`service key ${id}: current, ${before}: old\nresealed identity providers: ${resealed}\n`);
        return;
      }
      outcome.exitCode = exitCodes.findings;
      await print(
        `service key ${id}: added, not used yet\n${unaware.map(behindText).join('')}Run service-key rotate again when all processes know it. --forget names one that has ended.\n`,
      );
    });
}

function addRetire(group: Command, outcome: Outcome): void {
  withForget(withDataFlags(group.command('retire')))
    .argument('<id>', 'of an old key, as status lists it')
    .option('--revoke-rest', 'show the keys that still depend on it, to be revoked with --yes')
    .option('--yes', 'with --revoke-rest: revoke them, and end the uploads, sessions and sign-ins that depend on it')
    .description('remove an old key that nothing depends on any more')
    .action(async (id: string, flags: ForgetFlags & { readonly revokeRest?: boolean; readonly yes?: boolean }) => {
      const { blockersOf, retireServiceKey } = await import('../operator/retire-service-key.ts');
      const rest = flags.revokeRest === true ? (flags.yes === true ? 'revoke' : 'show') : undefined;
      const forgotten = flags.forget ?? [];
      const retirement = await withData(flags, ({ state }) => retireServiceKey(state, id, { rest, forgotten }));
      if (!retirement.isRetired) outcome.exitCode = exitCodes.findings;
      const blockers = blockersOf(retirement.dependents, rest !== undefined);
      await print(retirementText(id, retirement, { isShown: rest === 'show', blockers }));
    });
}

function withForget(command: Command): Command {
  return command.option('--forget <process...>', 'processes that have ended, and were seen less than two minutes ago');
}

function retirementText(
  id: string,
  { isRetired, dependents, waiting, behind, removeFrom }: Retirement,
  { isShown, blockers }: { readonly isShown: boolean; readonly blockers: readonly DependentKind[] },
): string {
  if (isRetired) {
    const rest = removeFrom === undefined ? 'removed' : `remove it from ${removeFrom}, and restart the processes`;
    return `service key ${id}: retired, ${rest}\n`;
  }
  const names = waiting.map(({ kind, name }) => `  ${kind} ${name}\n`).join('');
  const counts = `service key ${id}: needed by ${countsText(dependents)}\n`;
  const processes = behind.map(behindText).join('');
  if (isShown && behind.length === 0 && blockers.length === 0) {
    return `${counts}${names}Nothing was revoked. Add --yes to revoke these keys, and to end the rest.\n`;
  }
  return `${counts}${names}${processes}Nothing was changed. Sign-ins, sessions and uploads end by themselves.\n`;
}

function countsText(counts: Dependents): string {
  const kinds = Object.keys(dependentKinds) as DependentKind[];
  const texts = kinds.filter((kind) => counts[kind] > 0).map((kind) => `${dependentKinds[kind]}: ${counts[kind]}`);
  return texts.join(', ') || '-';
}

/** The secrets that were not presented since the rotation. */
function waitingText({ id, waiting }: ListedServiceKey): string {
  if (waiting.length === 0) return '';
  const rows = waiting.map(({ kind, name, usedAt }) => [kind, name, timeText(usedAt)]);
  return `\nKnown by ${id} alone, until they are used again:\n${table(['KIND', 'NAME', 'LAST USE'], rows)}`;
}

function behindText({ process, keys, current, seenAt }: KeyHolder): string {
  return `process ${process}: knows ${keys.join(' ')}, uses ${current}, last seen ${timeText(seenAt)}\n`;
}

function behindJson({ process, keys, current, seenAt }: KeyHolder): string {
  return jsonLine({ process, keys, current, seen: timeJson(seenAt) });
}

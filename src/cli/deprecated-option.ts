import { type Command, Option } from 'commander';

export interface Deprecation {
  /** `SWDEP001`: as in the CHANGELOG, where a code is used once. */
  readonly code: `SWDEP${number}`;
  /** What to use from now on, such as `--password-from`. */
  readonly instead: string;
}

/** Adds an option that works as before, is not in the help, and whose use is told by a `DeprecationWarning` of Node. */
export function withDeprecatedOption(command: Command, flags: string, { code, instead }: Deprecation): Command {
  const option = new Option(flags).hideHelp();
  return command.addOption(option).on(`option:${option.name()}`, () => {
    process.emitWarning(`${option.long} is deprecated: use ${instead}.`, { type: 'DeprecationWarning', code });
  });
}

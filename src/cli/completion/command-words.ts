import type { Argument, Command, Option } from 'commander';

/** Completions that a shell offers for a value: `other` is any text. */
export type ValueKind = 'choice' | 'file' | 'folder' | 'other';

export interface ValueWords {
  /** As in the help, without brackets: `file`. */
  readonly name: string;
  readonly kind: ValueKind;
  readonly choices: readonly string[];
  /** Whether more than one value can follow. */
  readonly repeats: boolean;
}

export interface OptionWords {
  /** `-q` and `--quiet`. */
  readonly flags: readonly string[];
  readonly description: string;
  /** Undefined for an option without value. */
  readonly value: ValueWords | undefined;
  /** Whether it can be given more than once. */
  readonly repeats: boolean;
}

export interface CommandWords {
  readonly name: string;
  readonly description: string;
  readonly options: readonly OptionWords[];
  readonly values: readonly ValueWords[];
}

export interface ProgramWords {
  readonly name: string;
  readonly options: readonly OptionWords[];
  readonly commands: readonly CommandWords[];
}

/** All words that a program accepts, with help, as its own help lists them. */
export function wordsOf(program: Command): ProgramWords {
  const help = program.createHelp();
  const all = help.visibleCommands(program);
  const names = all.map((command) => command.name());
  const commands = all.map((command) => ({
    name: command.name(),
    description: command.description(),
    options: help.visibleOptions(command).map(optionWords),
    values: command.registeredArguments.map((argument) => argumentWords(argument, names)),
  }));
  return { name: program.name(), options: help.visibleOptions(program).map(optionWords), commands };
}

function optionWords({ short, long, description, flags, argChoices }: Option): OptionWords {
  const [, name] = /[<[]([^>\]]+)[>\]]/.exec(flags) ?? [];
  return {
    flags: [short, long].filter((flag) => flag !== undefined),
    description,
    value: name === undefined ? undefined : valueWords(name, argChoices ?? [], false),
    repeats: description.endsWith('; repeatable'),
  };
}

/** An argument that is a command, as that of `help`, has the names of all commands. */
function argumentWords(argument: Argument, commands: readonly string[]): ValueWords {
  const name = argument.name();
  const choices = argument.argChoices ?? (name === 'command' ? commands : []);
  return valueWords(name, choices, argument.variadic);
}

function valueWords(name: string, choices: readonly string[], repeats: boolean): ValueWords {
  return { name, choices, repeats, kind: choices.length > 0 ? 'choice' : (kinds[name] ?? 'other') };
}

const kinds: Readonly<Record<string, ValueKind>> = {
  contract: 'file',
  file: 'file',
  files: 'file',
  folder: 'folder',
  path: 'file',
  place: 'file',
};

import type { Argument, Command, Option } from 'commander';

/**
 * Completions that a shell offers for a value: `operation` is one of the contract that precedes it, `example` is data of that
 * operation, and `other` is any text.
 */
export type ValueKind = 'choice' | 'file' | 'folder' | 'operation' | 'example' | 'other';

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
    options: help.visibleOptions(command).map((option) => optionWords(option, isOfOperation(command))),
    values: command.registeredArguments.map((argument) => argumentWords(argument, names, isOfOperation(command))),
  }));
  return {
    name: program.name(),
    options: help.visibleOptions(program).map((option) => optionWords(option, false)),
    commands,
  };
}

/** Whether the arguments of a command are a contract and an operation of it. */
function isOfOperation({ registeredArguments: [contract, operation] }: Command): boolean {
  return contract?.name() === 'contract' && operation?.name() === 'operation';
}

function optionWords({ short, long, description, flags, argChoices }: Option, ofOperation: boolean): OptionWords {
  const [, name] = /[<[]([^>\]]+)[>\]]/.exec(flags) ?? [];
  return {
    flags: [short, long].filter((flag) => flag !== undefined),
    description,
    value: name === undefined ? undefined : valueWords(name, argChoices ?? [], { repeats: false, ofOperation }),
    repeats: description.endsWith('; repeatable'),
  };
}

/** An argument that is a command, as that of `help`, has the names of all commands. */
function argumentWords(argument: Argument, commands: readonly string[], ofOperation: boolean): ValueWords {
  const name = argument.name();
  const choices = argument.argChoices ?? (name === 'command' ? commands : []);
  return valueWords(name, choices, { repeats: argument.variadic, ofOperation });
}

interface ValueUse {
  readonly repeats: boolean;
  readonly ofOperation: boolean;
}

function valueWords(name: string, choices: readonly string[], { repeats, ofOperation }: ValueUse): ValueWords {
  const named = (ofOperation ? kindsOfOperation[name] : undefined) ?? kinds[name] ?? 'other';
  return { name, choices, repeats, kind: choices.length > 0 ? 'choice' : named };
}

const kindsOfOperation: Readonly<Record<string, ValueKind>> = { operation: 'operation', data: 'example' };

const kinds: Readonly<Record<string, ValueKind>> = {
  contract: 'file',
  file: 'file',
  files: 'file',
  folder: 'folder',
  path: 'file',
  place: 'file',
};

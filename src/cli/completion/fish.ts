import type { CommandWords, OptionWords, ProgramWords, ValueWords } from './command-words.ts';

export function fishScript({ name, options, commands }: ProgramWords): string {
  const first = `-n ${quoted(`not __fish_seen_subcommand_from ${commands.map((command) => command.name).join(' ')}`)}`;
  return `${[
    `# Completion of ${name} for fish, as of \`${name} completion fish\`.`,
    operationFunctions(name, commands),
    `complete -c ${name} -f`,
    ...options.map((option) => `complete -c ${name} ${first} ${optionArguments(option)}`),
    ...commands.map((one) => `complete -c ${name} ${first} -a ${one.name} -d ${quoted(one.description)}`),
    ...commands.flatMap((command) => linesOfCommand(name, command)),
  ].join('\n')}\n`;
}

function linesOfCommand(program: string, { name, options, values }: CommandWords): readonly string[] {
  const start = `complete -c ${program} -n ${quoted(`__fish_seen_subcommand_from ${name}`)}`;
  const lines = values.filter(({ kind }) => kind !== 'other').map((value) => `${start} ${valueArguments(value)}`);
  return [...lines, ...options.map((option) => `${start} ${optionArguments(option)}`)];
}

function optionArguments({ flags, description, value }: OptionWords): string {
  const names = flags.map((flag) => (flag.startsWith('--') ? `-l ${flag.slice(2)}` : `-s ${flag.slice(1)}`));
  const given = value === undefined ? [] : [`-r ${valueArguments(value)}`];
  return [...names, ...given, `-d ${quoted(description)}`].join(' ');
}

function valueArguments({ kind, choices }: ValueWords): string {
  if (kind === 'choice') return `-f -a ${quoted(choices.join(' '))}`;
  return actions[kind];
}

const actions: Readonly<Record<Exclude<ValueWords['kind'], 'choice'>, string>> = {
  file: '-F',
  folder: "-f -a '(__fish_complete_directories)'",
  operation: "-f -a '(__soapwright_operations)'",
  example: "-f -a '(__soapwright_example)'",
  other: '-f',
};

/** Functions that ask the program for the operations of the contract that is typed, and for an example of the data of one. */
function operationFunctions(name: string, commands: readonly CommandWords[]): string {
  const flags = commands.flatMap(({ options }) => options.flatMap((one) => (one.value === undefined ? [] : one.flags)));
  return `function __soapwright_plain
    set -l words (commandline -opc)
    set -l previous
    for word in $words[3..-1]
        if not string match -q -- '-*' $word; and not contains -- "$previous" ${[...new Set(flags)].join(' ')}
            echo $word
        end
        set previous $word
    end
end
function __soapwright_operations
    set -l plain (__soapwright_plain)
    test (count $plain) -eq 1; and command -q ${name}; or return
    ${name} call $plain[1] 2> /dev/null < /dev/null | string replace -rf '^  ([^ ]+).*' '$1'
end
function __soapwright_example
    set -l plain (__soapwright_plain)
    test (count $plain) -eq 2; and command -q ${name}; or return
    ${name} call $plain[1] $plain[2] --describe 2> /dev/null < /dev/null | string trim | string join ' ' |
        string replace -rf '.*?(\\{ .*)' '$1'
end`;
}

function quoted(text: string): string {
  return `'${text.replaceAll(/['\\]/g, '\\$&')}'`;
}

import type { CommandWords, OptionWords, ProgramWords, ValueWords } from './command-words.ts';

export function fishScript({ name, options, commands }: ProgramWords): string {
  const first = `-n ${quoted(`not __fish_seen_subcommand_from ${commands.map((command) => command.name).join(' ')}`)}`;
  return `${[
    `# Completion of ${name} for fish, as of \`${name} completion fish\`.`,
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
  return kind === 'file' ? '-F' : kind === 'folder' ? "-f -a '(__fish_complete_directories)'" : '-f';
}

function quoted(text: string): string {
  return `'${text.replaceAll(/['\\]/g, '\\$&')}'`;
}

import type { CommandWords, OptionWords, ProgramWords, ValueWords } from './command-words.ts';
import { operationFunctions } from './operation-lines.ts';

/** Can be a file of `fpath`, or be sourced after `compinit`. */
export function zshScript({ name, options, commands }: ProgramWords): string {
  const described = commands.map((command) => quoted(`${command.name}:${command.description}`));
  return `#compdef ${name}
# Completion of ${name} for zsh, as of \`${name} completion zsh\`.
${operationFunctions(name)}
# The words before the current one that are neither options nor their values.
_soapwright_plain() {
  local -a plain
  local at valued=' ${valuedFlags(commands)} '
  for ((at = 2; at < CURRENT; at++)); do
    [[ $words[at] == -* || $valued == *" $words[at-1] "* ]] || plain+=("\${(Q)words[at]}")
  done
  print -rl -- $plain
}
_soapwright_offer_operations() {
  local -a plain=("\${(@f)$(_soapwright_plain)}")
  compadd -- \${(f)"$(_soapwright_operations $plain[1])"}
}
_soapwright_offer_example() {
  local -a plain=("\${(@f)$(_soapwright_plain)}")
  local example="$(_soapwright_example $plain[1] $plain[2])"
  [[ -z $example ]] || compadd -- "$example"
}
_${name}() {
  local context curcontext="$curcontext" state line
  typeset -A opt_args
  local -a commands=(
${described.map((text) => `    ${text}`).join('\n')}
  )
  _arguments -C \\
${options.map((option) => `    ${optionSpec(option)} \\\n`).join('')}    '1:command:->command' '*::argument:->argument'
  case $state in
    command) _describe -t commands command commands ;;
    argument)
      case $line[1] in
${commands.map(caseOfCommand).join('\n')}
      esac
      ;;
  esac
}
if [ "$funcstack[1]" = _${name} ]; then
  _${name} "$@"
else
  compdef _${name} ${name}
fi
`;
}

/** The options whose values are not arguments. */
function valuedFlags(commands: readonly CommandWords[]): string {
  const flags = commands.flatMap(({ options }) => options.flatMap((one) => (one.value === undefined ? [] : one.flags)));
  return [...new Set(flags)].join(' ');
}

function caseOfCommand({ name, options, values }: CommandWords): string {
  const specs = [...options.map(optionSpec), ...values.map(valueSpec)];
  return `        ${name})\n          _arguments \\\n${specs.map((spec) => `            ${spec}`).join(' \\\n')}\n          ;;`;
}

/** `(-q --quiet)'{-q,--quiet}'[description]:name:action`, or without a short form `--quiet[description]`. */
function optionSpec({ flags, description, value, repeats }: OptionWords): string {
  const rest = `[${description.replaceAll(/[[\]\\]/g, '\\$&')}]${value === undefined ? '' : `:${value.name}:${actionOf(value)}`}`;
  const [flag = ''] = flags;
  if (flags.length === 1) return quoted(`${repeats ? '*' : ''}${flag}${rest}`);
  const exclusion = repeats ? "'*'" : `'(${flags.join(' ')})'`;
  return `${exclusion}{${flags.join(',')}}${quoted(rest)}`;
}

function valueSpec(value: ValueWords, index: number): string {
  return quoted(`${value.repeats ? '*' : index + 1}:${value.name}:${actionOf(value)}`);
}

function actionOf({ kind, choices }: ValueWords): string {
  if (kind === 'choice') return `(${choices.join(' ')})`;
  return actions[kind];
}

const actions: Readonly<Record<Exclude<ValueWords['kind'], 'choice'>, string>> = {
  file: '_files',
  folder: '_files -/',
  operation: '_soapwright_offer_operations',
  example: '_soapwright_offer_example',
  other: ' ',
};

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

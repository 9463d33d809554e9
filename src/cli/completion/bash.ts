import type { CommandWords, ProgramWords, ValueWords } from './command-words.ts';
import { operationFunctions } from './operation-lines.ts';

/** Works with bash 3.2 and later: completions of files are those of bash itself. */
export function bashScript({ name, options, commands }: ProgramWords): string {
  const start = [...commands.map((command) => command.name), ...options.flatMap(({ flags }) => flags)];
  return `# Completion of ${name} for bash, as of \`${name} completion bash\`.
${operationFunctions(name)}
_${name}() {
  local IFS=$' \\t\\n' command='' kind=choice options='${start.join(' ')}' valued='' values='' position=0 i word contract='' operation='' example
  local apostrophe="'" escaped="'\\\\''" quotes="'\\"" backslash='\\'
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD - 1]}
  # Bash splits --format=json into three words.
  if [[ $current == = ]]; then
    current=''
  elif [[ $previous == = ]]; then
    previous=\${COMP_WORDS[COMP_CWORD - 2]}
  fi
  for ((i = 1; i < COMP_CWORD; i++)); do
    word=\${COMP_WORDS[i]}
    if [[ -z $command && $word != -* ]]; then
      command=$word
      case $command in
${commands.map(wordsOfCommand).join('\n')}
        *) options='' ;;
      esac
    elif [[ $word != [-=]* && \${COMP_WORDS[i - 1]} != = && $valued != *" \${COMP_WORDS[i - 1]} "* ]]; then
      ((position += 1))
      # Without the quotes of a path with spaces.
      word=\${word//[$quotes]/} word=\${word//"$backslash"/}
      [[ $position == 1 ]] && contract=$word
      [[ $position == 2 ]] && operation=$word
    fi
  done
  if [[ $valued == *" $previous "* ]]; then
    case "$command $previous" in
${commands.flatMap(casesOfOptions).join('\n')}
    esac
  elif [[ -n $command && $current != -* ]]; then
    case "$command $position" in
${commands.flatMap(casesOfValues).join('\n')}
      *) values=$options ;;
    esac
  else
    values=$options
  fi
  # Without compopt (bash 3.2), file names are offered where nothing else is.
  case $kind in
    file) return ;;
    folder) compopt +o default -o dirnames 2> /dev/null ;;
    example)
      compopt +o default 2> /dev/null
      example=$(_soapwright_example "$contract" "$operation")
      [[ -z $current && -n $example ]] && COMPREPLY=("'\${example//$apostrophe/$escaped}'")
      [[ $current == @* ]] && COMPREPLY=($(compgen -f -P @ -- "\${current#@}"))
      ;;
    operation)
      compopt +o default 2> /dev/null
      COMPREPLY=($(compgen -W "$(_soapwright_operations "$contract")" -- "$current"))
      ;;
    *)
      compopt +o default 2> /dev/null
      COMPREPLY=($(compgen -W "$values" -- "$current"))
      ;;
  esac
}
complete -o default -F _${name} ${name}
`;
}

/** The options of a command; those with a value once more. */
function wordsOfCommand({ name, options }: CommandWords): string {
  const flags = options.flatMap((option) => option.flags);
  const valued = options.filter(({ value }) => value !== undefined).flatMap((option) => option.flags);
  return `        ${name}) options='${flags.join(' ')}' valued=' ${valued.join(' ')} ' ;;`;
}

function casesOfOptions({ name, options }: CommandWords): readonly string[] {
  return options.flatMap(({ flags, value }) => {
    if (value === undefined || value.kind === 'other') return [];
    return [`      ${flags.map((flag) => `'${name} ${flag}'`).join(' | ')}) ${assigned(value)} ;;`];
  });
}

/** By position; the last one for all that follow, if it can be repeated. */
function casesOfValues({ name, values }: CommandWords): readonly string[] {
  return values.flatMap((value, position) => {
    if (value.kind === 'other') return [];
    return [`      '${name} '${value.repeats ? '*' : position}) ${assigned(value)} ;;`];
  });
}

function assigned({ kind, choices }: ValueWords): string {
  return kind === 'choice' ? `values='${choices.join(' ')}'` : `kind=${kind}`;
}

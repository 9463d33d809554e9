import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shopContract } from '../support/generator/shop-contract.ts';
import { Project, root } from './cli.ts';

/** A folder with files to complete, the scripts, and a program of the name that is completed. */
let project: Project;
beforeAll(() => {
  project = new Project();
  for (const shell of ['bash', 'zsh', 'fish']) {
    const { exitCode, stdout, stderr } = project.run('completion', shell);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    project.write({ [`completion.${shell}`]: stdout });
  }
  project.write({ 'billing.wsdl': '', 'my contract.yaml': '' });
  mkdirSync(join(project.path, 'big folder'));
  project.write({ 'shop.yaml': shopContract, 'the shop.yaml': shopContract });
  // Shells ask the command for the operations of a contract.
  project.write({
    '.bin/soapwright': `#!/bin/sh\nexec '${process.execPath}' '${join(root, 'bin/soapwright.js')}' "$@"\n`,
  });
  chmodSync(join(project.path, '.bin/soapwright'), 0o755);
});
afterAll(() => project.remove());

function isInstalled(...command: readonly [program: string, ...args: readonly string[]]): boolean {
  return spawnSync(command[0], command.slice(1)).status === 0;
}

function shell(program: string, args: readonly string[], input = ''): string {
  const env = { PATH: `${project.path}/.bin:${process.env.PATH}`, HOME: project.path, TERM: 'dumb', LC_ALL: 'C.UTF-8' };
  const { stdout } = spawnSync(program, args, { cwd: project.path, encoding: 'utf8', env, input });
  return stdout;
}

/**
 * Completions of the bash function at the end of a command line, which bash has split at equals signs: words, or
 * options for bash by `compopt`.
 */
function offered(...words: readonly string[]): readonly string[] {
  const program = `
    source completion.bash
    asked=''
    compopt() { asked="$*"; }
    COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
    _soapwright
    [[ $asked == '+o default' ]] || echo "compopt $asked"
    printf '%s\\n' "\${COMPREPLY[@]}"`;
  return shell('bash', ['-c', program, 'bash', 'soapwright', ...words])
    .split('\n')
    .filter((line) => line !== '');
}

/** The commands in the help of the program. */
function commandsOfHelp(): readonly string[] {
  const [, list = ''] = project.run('--help').stdout.split('Commands:\n');
  return [...list.matchAll(/^ {2}([a-z][a-z-]*)/gm)].map(([, name = '']) => name);
}

/** The options in the help of a command. */
function optionsOfHelp(command: string): readonly string[] {
  const [, list = ''] = project.run(command, '--help').stdout.split('Options:\n');
  return [...list.matchAll(/^ {2}(?:(-\w), )?(--[\w-]+)/gm)].flatMap(([, short, long = '']) =>
    short === undefined ? [long] : [short, long],
  );
}

describe('completion of bash', () => {
  it('offers the commands of the help', () => {
    const commands = commandsOfHelp();
    expect(commands).toEqual(expect.arrayContaining(['generate', 'breaking', 'completion', 'help']));
    expect(offered('')).toEqual([...commands, '-V', '--version', '-h', '--help']);
    expect(offered('ge')).toEqual(['generate']);
    expect(offered('help', 'mo')).toEqual(['mock']);
  });

  it('offers the options in the help of a command', () => {
    for (const command of ['generate', 'fetch', 'explain', 'completion']) {
      expect(offered(command, '-')).toEqual(optionsOfHelp(command));
    }
    expect(offered('generate', '--dry-run', '--fo')).toEqual(['--format', '--force']);
  });

  it('offers the choices of options and arguments', () => {
    expect(offered('watch', '--format', '')).toEqual(['text', 'json']);
    expect(offered('generate', '--import-extension', 'j')).toEqual(['js']);
    expect(offered('breaking', '--quiet', '--format', '=', 'ma')).toEqual(['markdown']);
    expect(offered('breaking', '--format', '=')).toContain('markdown');
    expect(offered('completion', '')).toEqual(['bash', 'fish', 'zsh']);
  });

  it('leaves files to bash, asks it for folders, and offers nothing for other values', () => {
    expect(offered('generate', '--schema', '')).toEqual(['compopt ']);
    expect(offered('import', '')).toEqual(['compopt ']);
    expect(offered('import', '--port', 'Billing', '')).toEqual(['compopt ']);
    expect(offered('format', 'a.yaml', '--check', 'b.yaml', '')).toEqual(['compopt ']);
    expect(offered('verify', 'http://localhost/', '')).toEqual(['compopt ']);
    expect(offered('generate', '--out', '')).toEqual(['compopt +o default -o dirnames']);
    expect(offered('init', '')).toEqual(['compopt +o default -o dirnames']);
    expect(offered('mock', '--port', '')).toEqual([]);
    expect(offered('nothing', '')).toEqual([]);
  });

  it('offers the operations of a contract, and an example of their data', () => {
    expect(offered('call', 'shop.yaml', '')).toEqual(['Find', 'Pay', 'Forget']);
    expect(offered('call', 'shop.yaml', '--soap', '1.2', 'P')).toEqual(['Pay']);
    expect(offered('call', 'the\\ shop.yaml', 'Fi')).toEqual(['Find']);
    expect(offered('call', "'the shop.yaml'", 'Fi')).toEqual(['Find']);
    expect(offered('call', 'billing.wsdl', '')).toEqual([]);
    expect(offered('call', 'shop.yaml', 'Find', '--data', '')).toEqual([
      expect.stringMatching(/^'\{ "Number": ".*", .*"Limit": \d+ \}'$/),
    ]);
    expect(offered('call', 'shop.yaml', 'Find', '--data', '@bil')).toEqual(['@billing.wsdl']);
    expect(offered('call', '')).toEqual(['compopt ']);
  });

  it.skipIf(!isInstalled('script', '--version'))('is used by bash when a person presses the key Tab', () => {
    const lines = [
      "PS1='' && source completion.bash && soapwright() { printf '<%s>' \"$@\"; }",
      'soapwright gener\t--sche\tbil\t--out big\t',
      'soapwright breaking --format=mark\t --schema my\t',
      'exit',
    ];
    const output = shell('script', ['-qec', 'bash --norc --noprofile -i', '/dev/null'], `${lines.join('\n')}\n`);
    expect(output).toContain('<generate><--schema><billing.wsdl><--out><big folder/>');
    expect(output).toContain('<breaking><--format=markdown><--schema><my contract.yaml>');
  });
});

describe.skipIf(!isInstalled('zsh', '--version') || !isInstalled('script', '--version'))('completion of zsh', () => {
  it('is used by zsh when a person presses the key Tab', () => {
    const lines = [
      "PS1='' && autoload -U compinit && compinit -u && source ./completion.zsh && soapwright() { printf '<%s>' \"$@\"; }",
      'soapwright gener\t--sche\tbil\t--out big\t',
      'soapwright breaking --format mark\t--schema my\t',
      'soapwright format bil\tmy\t--che\t',
      'exit',
    ];
    const output = shell('script', ['-qec', 'zsh -f -i', '/dev/null'], `${lines.join('\n')}\n`);
    expect(output).toContain('<generate><--schema><billing.wsdl><--out><big folder>');
    expect(output).toContain('<breaking><--format><markdown><--schema><my contract.yaml>');
    expect(output).toContain('<format><billing.wsdl><my contract.yaml><--check>');
  });

  it('asks the command for operations, and for an example of their data', () => {
    const lines = [
      'PS1=\'\' && autoload -U compinit && compinit -u && source ./completion.zsh && soapwright() { [[ $1 == call && -n $SHOWN ]] && printf \'<%s>\' "$@" || command soapwright "$@"; }',
      'SHOWN=1 soapwright call shop.yaml Fin\t--data \t',
      'exit',
    ];
    const output = shell('script', ['-qec', 'zsh -f -i', '/dev/null'], `${lines.join('\n')}\n`);
    expect(output).toMatch(/<call><shop\.yaml><Find><--data><\{ "Number": ".*", .*"Limit": \d+ \}>/);
  });
});

describe.skipIf(!isInstalled('fish', '--version'))('completion of fish', () => {
  function completions(line: string): readonly string[] {
    const output = shell('fish', ['-N', '-c', `source completion.fish; complete -C ${JSON.stringify(line)}`]);
    return output
      .split('\n')
      .filter((text) => text !== '')
      .map((text) => text.replace(/\t.*/, ''));
  }

  it('offers commands, options, choices, files and folders', () => {
    expect([...completions('soapwright ')].sort()).toEqual([...commandsOfHelp()].sort());
    expect([...completions('soapwright generate --')].sort()).toEqual(
      optionsOfHelp('generate')
        .filter((flag) => flag.startsWith('--'))
        .sort(),
    );
    expect(completions('soapwright breaking --format mark')).toEqual(['markdown']);
    expect(completions('soapwright completion ')).toEqual(['bash', 'fish', 'zsh']);
    expect(completions('soapwright generate --schema bil')).toEqual(['billing.wsdl']);
    expect(completions('soapwright generate --out ')).toEqual(['big folder/']);
    expect(completions('soapwright mock --port ')).toEqual([]);
  });

  it('offers the operations of a contract, and an example of their data', () => {
    expect(completions('soapwright call shop.yaml Fi')).toEqual(['Find']);
    expect(completions('soapwright call shop.yaml --soap 1.2 ')).toEqual(
      expect.arrayContaining(['Find', 'Pay', 'Forget']),
    );
    expect(completions('soapwright call shop.yaml Find --data ')).toEqual([
      expect.stringMatching(/^\{ "Number": ".*", .*"Limit": \d+ \}$/),
    ]);
  });
});

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { Project, root } from './cli/cli.ts';

const text = readFileSync(join(root, 'docs/how-to/prompts-for-agents.md'), 'utf8');
const tickets = (file: string): string => readFileSync(join(root, 'test/interop/tickets', file), 'utf8');

/** Sections with commands: the heading, and the arguments of each command. */
const sections = text.split(/^## /m).flatMap((section) => {
  const [, block] = /```sh\n(.*?)```/s.exec(section) ?? [];
  const [heading = ''] = section.split('\n');
  return block === undefined ? [] : [[heading, block.trim().split('\n').map(argumentsOf)] as const];
});

function argumentsOf(line: string): readonly string[] {
  const args = [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain = '']) => quoted ?? plain);
  expect(args.slice(0, 2)).toEqual(['npx', 'soapwright']);
  return args.slice(2);
}

describe('docs/how-to/prompts-for-agents.md', () => {
  const project = new Project();
  const own = new Project();
  project.write({
    'vendor/tickets.xsd': tickets('tickets.xsd'),
    'vendor/tickets.wsdl': tickets('tickets.wsdl')
      .replace('ADDRESS?xsd=tickets', 'tickets.xsd')
      .replaceAll('ADDRESS', 'http://localhost:8080/tickets'),
  });
  own.run('init');
  for (const args of [
    ['init', '-q', '-b', 'main'],
    ['add', '.'],
    ['commit', '-q', '-m', 'Begin'],
  ]) {
    execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.org', ...args], { cwd: own.path });
  }

  afterAll(() => {
    project.remove();
    own.remove();
  });

  it('has commands for four tasks', () => {
    expect(sections).toHaveLength(4);
  });

  it.each(sections)('has commands that work: %s', (heading, commands) => {
    for (const args of commands) {
      const { exitCode, stdout, stderr } = (heading.startsWith('Add') ? own : project).run(...args);
      expect(exitCode, `${args.join(' ')}\n${stdout}${stderr}`).toBe(0);
    }
  });

  it('names options, modules and headings that exist', () => {
    expect(project.run('call', '--help').stdout).toContain('--describe');
    expect(project.run('call', '--help').stdout).toContain('--password-from');
    expect(project.run('samples', '--help').stdout).toContain('--from');
    expect(readFileSync(join(root, 'docs/how-to/mock-a-service.md'), 'utf8')).toContain('mockService');
    expect(readFileSync(join(root, 'docs/how-to/debug-a-call.md'), 'utf8')).toContain('SOAPWRIGHT_LOG=calls');
  });
});

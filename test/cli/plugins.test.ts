import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { configuration, contract, Project } from './cli.ts';

let project: Project;
beforeEach(() => {
  project = new Project();
  project.write({
    'greeter.yaml': contract('Greet'),
    'soapwright.yaml': `${configuration}    plugins: [tools/list.mjs]\n`,
    'tools/list.mjs': plugin("[{ path: 'operations.txt', text: names(service) }]"),
  });
});
afterEach(() => project.remove());

/** A plugin whose function returns this expression. */
function plugin(files: string): string {
  return `const names = ({ operations }) => operations.map(({ name }) => name).join(' ') + '\\n';
export default { name: 'list', files({ service }) { return ${files}; } };\n`;
}

describe('a plugin', () => {
  it('adds files, which check, regeneration and removal treat as all others', () => {
    expect(project.run('generate')).toMatchObject({ exitCode: 0 });
    expect(project.read('generated/operations.txt')).toBe('Greet\n');
    expect(project.run('check').exitCode).toBe(0);
    project.write({ 'greeter.yaml': contract('Greet', 'Part') });
    const stale = project.run('check');
    expect(stale).toMatchObject({ exitCode: 1, stdout: expect.stringContaining('stale    generated/operations.txt') });
    project.write({ 'soapwright.yaml': configuration });
    expect(project.run('generate').stdout).toContain('deleted  generated/operations.txt');
  });

  it('runs again when its own module has changed', () => {
    project.run('generate');
    project.write({ 'tools/list.mjs': plugin("[{ path: 'operations.txt', text: 'new' }]") });
    expect(project.run('generate').stdout).toBe('updated  generated/operations.txt\n');
  });

  it('may be a CommonJS module, and asynchronous', () => {
    project.write({
      'soapwright.yaml': `${configuration}    plugins: [tools/list.cjs]\n`,
      'tools/list.cjs': "exports.default = { name: 'c', files: async () => [{ path: 'c.txt', text: 'c' }] };\n",
    });
    expect(project.run('generate').exitCode).toBe(0);
    expect(project.read('generated/c.txt')).toBe('c');
  });

  it.each([
    ['SW2101', 'export const files = () => [];\n', 'The default export of tools/list.mjs is not a plugin.'],
    ['SW2102', "import './missing.js';\n", 'cannot be loaded'],
    ['SW2103', plugin("missing('x')"), 'The plugin "list" failed: ReferenceError: missing is not defined'],
    ['SW2104', plugin("[{ path: '../notes.md', text: '' }]"), '"../notes.md"'],
    ['SW2104', plugin("[{ path: 'a/./b', text: '' }]"), '"a/./b"'],
    ['SW2104', plugin("[{ path: '/etc/passwd', text: '' }]"), '"/etc/passwd"'],
    ['SW2105', plugin("[{ path: 'Types.ts', text: '' }]"), 'is generated already'],
    ['SW2105', plugin("[{ path: 'a', text: '' }, { path: 'A', text: '' }]"), 'is generated already'],
    ['SW2106', plugin("[{ path: 'a.txt' }]"), 'without a text'],
  ])('%s: is refused if it is wrong, and nothing is written', (code, text, message) => {
    project.write({ 'tools/list.mjs': text });
    const before = project.files();
    const ended = project.run('generate');
    expect(ended.exitCode).toBe(2);
    expect(ended.stderr).toContain(code);
    expect(ended.stderr).toContain(message);
    expect(project.files()).toEqual(before);
  });
});

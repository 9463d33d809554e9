import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { configuration, contract, Project } from './cli.ts';

let project: Project;
beforeEach(() => {
  project = new Project();
  project.write({ 'greeter.yaml': contract('Greet', 'Part'), 'soapwright.yaml': configuration });
  expect(project.run('generate').exitCode).toBe(0);
});
afterEach(() => project.remove());

const handFiles = (): Record<string, string> =>
  Object.fromEntries(Object.entries(project.files()).filter(([name]) => !name.startsWith('generated/')));

const oddIndex =
  '\uFEFF/* mine */\r\nimport type {State} from "./context.ts"\r\nimport {Greet as greet} from "./Greet.ts" // hello\r\n\timport {Part} from "./Part.ts"\r\n\r\nexport const handlers =\t{\r\n\t\tGreet :greet ,   // odd\r\n\t\tPart\r\n\t\t/* the end */\r\n} as const';

describe('regeneration', () => {
  it('adds an operation: one handler, two lines in the index, and no other change of files by hand', () => {
    project.write({
      'handlers/Greet.ts': '\uFEFFthis is {{ not TypeScript\r\n\tat all',
      'handlers/Part.ts': '// kept\r\n',
      'handlers/helper.ts': 'mine',
      'handlers/index.ts': oddIndex,
      'greeter.yaml': contract('Greet', 'Third', 'Part'),
    });
    const before = handFiles();
    const ended = project.run('generate');
    expect(ended.exitCode).toBe(0);
    expect(ended.stdout).toContain('updated  handlers/index.ts\ncreated  handlers/Third.ts\n');
    expect(handFiles()).toEqual({
      ...before,
      'handlers/Third.ts': expect.stringContaining('export async function Third('),
      'handlers/index.ts': oddIndex
        .replace('"./Part.ts"', '"./Part.ts"\r\n\timport {Third} from "./Third.ts"')
        .replace('\t\tPart\r\n', '\t\tPart,\r\n\t\tThird\r\n'),
    });
    expect(project.run('generate')).toMatchObject({ exitCode: 0, stdout: '' });
    expect(project.run('check').exitCode).toBe(0);
  });

  it('renames no existing export if an operation is added', () => {
    const names = (): ReadonlySet<string> =>
      new Set(
        ['types.ts', 'codec.ts', 'client.ts', 'server.ts'].flatMap((file) =>
          [...project.read(`generated/${file}`).matchAll(/export \S+ (\w+)/g)].map(([, name]) => `${file} ${name}`),
        ),
      );
    const before = names();
    project.write({ 'greeter.yaml': contract('Answer', 'Greet', 'Part') });
    expect(project.run('generate').exitCode).toBe(0);
    const after = names();
    expect([...before].filter((name) => !after.has(name))).toEqual([]);
  });

  it('removes an operation: its handler and its lines stay, with a warning as long as the handler exists', () => {
    project.write({ 'greeter.yaml': contract('Greet') });
    const before = handFiles();
    for (const command of ['generate', 'generate', 'check']) {
      const ended = project.run(command);
      expect(ended.exitCode).toBe(0);
      expect(ended.stderr).toMatch(/handlers\/Part\.ts warning SW4101: .* no longer in the contract/);
    }
    expect(handFiles()).toEqual(before);
    rmSync(join(project.path, 'handlers/Part.ts'));
    expect(project.run('check')).toMatchObject({ exitCode: 0, stderr: expect.not.stringContaining('SW4101') });
    expect(project.run('generate').stderr).not.toContain('SW4101');
  });

  it.each([
    [
      'does not parse',
      "import { Greet } from './Greet.ts';\nexport const handlers = { Greet, Part;\n",
      'SW4001',
      /index\.ts:2:\d+/,
    ],
    ['has no handlers object', 'export function handlers() { return [Greet, Part]; }\n', 'SW4002', /index\.ts/],
  ])(
    'does not change an index that %s, reports what to add, and writes the other files',
    (_what, index, code, place) => {
      project.write({ 'handlers/index.ts': index, 'greeter.yaml': contract('Greet', 'Part', 'Third') });
      const ended = project.run('generate');
      expect(ended.exitCode).toBe(1);
      expect(ended.stderr).toContain(code);
      expect(ended.stderr).toMatch(place);
      expect(ended.stderr).toContain("import { Third } from './Third.ts';");
      expect(project.read('handlers/index.ts')).toBe(index);
      expect(project.read('handlers/Third.ts')).toContain('Third');
      expect(project.read('generated/server.ts')).toContain('Third');
      project.write({ 'handlers/index.ts': `${index}// ${'Third'}\nexport const x = Third;\n` });
      if (code === 'SW4002') expect(project.run('generate').exitCode).toBe(0);
    },
  );

  it('creates missing handlers, unless the index imports them from elsewhere', () => {
    rmSync(join(project.path, 'handlers/Part.ts'));
    expect(project.run('generate').stdout).toBe('created  handlers/Part.ts\n');
    rmSync(join(project.path, 'handlers/Part.ts'));
    rmSync(join(project.path, 'handlers/context.ts'));
    project.write({
      'handlers/index.ts': project.read('handlers/index.ts').replace("'./Part.ts'", "'../elsewhere/Part.ts'"),
    });
    expect(project.run('generate')).toMatchObject({ exitCode: 0, stdout: '' });
  });

  it('does not create a handler whose name differs only in case from an existing file', () => {
    project.write({ 'greeter.yaml': contract('Greet', 'Part', 'Third'), 'handlers/third.ts': 'mine' });
    const ended = project.run('generate');
    expect(ended).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('SW4005') });
    expect(Object.keys(project.files())).not.toContain('handlers/Third.ts');
  });
});

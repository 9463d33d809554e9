import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unpackInto } from '../support/packed-packages.ts';
import { programs } from './setup.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const page = readFileSync(join(root, 'docs/reference/runtimes.md'), 'utf8');
const [, section = ''] = /\n## In a Deno project\n([\s\S]*)/.exec(page) ?? [];
const block = (language: string, index: number): string =>
  [...section.matchAll(/```(\w+)\n([\s\S]*?)```/g)].filter(([, name]) => name === language)[index]?.[2] ?? '';

/** The packages as they would be published, in a folder with a deno.json and no package.json of its own. */
describe('a Deno project, as docs/reference/runtimes.md describes it', () => {
  let folder: string;
  const run = (command: string, args: readonly string[], cwd = folder) => {
    const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8', timeout: 240_000 });
    return { status, stdout, output: stdout + stderr };
  };
  /** A line of the page, with the package that is installed here for the one of the registry. */
  const deno = (line: string) => {
    const [program, ...args] = line.replace('npm:soapwright', 'node_modules/soapwright/bin/soapwright.js').split(' ');
    expect(program).toBe('deno');
    return run(join(programs, 'deno'), args);
  };

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'soapwright-deno-'));
    writeFileSync(join(folder, 'deno.json'), '{}\n');
    unpackInto(folder, ['.', 'runtime']);
    writeFileSync(join(folder, 'package.json'), '{}\n');
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('init and generate write imports that Deno checks and runs', () => {
    const created = deno('deno run --allow-all npm:soapwright init');
    expect([created.status, created.output]).toEqual([
      0,
      expect.stringContaining('  deno add npm:@soapwright/runtime\n  deno run --allow-all npm:soapwright generate\n'),
    ]);
    expect(deno('deno run --allow-all npm:soapwright generate')).toMatchObject({ status: 0 });
    writeFileSync(join(folder, 'main.ts'), block('ts', 0));
    const handler = join(folder, 'src/handlers/Greet.ts');
    const text = readFileSync(handler, 'utf8').replace('_request', 'request');
    const body = "  return { Text: 'Hello, ' + request.Name, Length: 11 };\n}\n";
    writeFileSync(handler, text.replace(/^ {2}throw [\s\S]*/m, body).replace(/^import \{ SoapFault.*\n/, ''));
    const [check = '', start = ''] = block('sh', 1).split('\n');
    expect(deno(check)).toMatchObject({ status: 0 });
    const started = deno(start);
    expect([started.status, started.stdout], started.output).toEqual([0, expect.stringMatching(/Text: "Hello, Anna"/)]);
  });

  it('the flag changes no setting of the configuration', () => {
    const [generate = ''] = block('sh', 0).split('\n');
    const again = deno(generate);
    expect([again.status, again.output]).toEqual([0, 'Nothing to do: 9 files unchanged.\n']);
  });
});

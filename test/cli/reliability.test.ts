import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { configuration, contract, Project } from './cli.ts';

let project: Project;
beforeEach(() => {
  project = new Project();
  project.write({ 'greeter.yaml': contract('Greet', 'Part'), 'soapwright.yaml': configuration });
});
afterEach(() => project.remove());

/** How often a run is killed at a random moment. If the variable is set, a run is also killed before each of its writes. */
const kills = Number(process.env.SOAPWRIGHT_KILLS ?? 5);
const everyMoment = process.env.SOAPWRIGHT_KILLS !== undefined;

/** Kills the process before its nth change to the disk. */
const killing = `const fs = require('node:fs');
let left = Number(process.env.KILL_AT);
for (const name of ['writeFileSync', 'renameSync', 'linkSync', 'unlinkSync', 'mkdirSync', 'rmdirSync']) {
  const original = fs[name];
  fs[name] = (...args) => {
    if (left-- === 0) process.kill(process.pid, 'SIGKILL');
    return original(...args);
  };
}
require('node:module').syncBuiltinESMExports();
`;

const old = contract('Greet', 'Part');
const next = contract('Greet', 'Third').replace('Text: string', 'Text: string\n    More: int');
const renamed = next.replace('service: Greeter', 'service: Welcome');

/** The files of undisturbed runs with these contracts, one after the other. */
async function outcomeOf(...contracts: string[]): Promise<Readonly<Record<string, string>>> {
  const other = new Project();
  for (const text of contracts) {
    other.write({ 'greeter.yaml': text, 'soapwright.yaml': configuration });
    await other.generate();
  }
  const files = other.files();
  other.remove();
  return files;
}

function hidden(): readonly string[] {
  return readdirSync(project.path, { recursive: true, encoding: 'utf8' }).filter((name) => /\.tmp$|lock/.test(name));
}

describe('several runs', () => {
  it('on one folder at the same time do not mix', async () => {
    const ended = await Promise.all(Array.from({ length: 10 }, () => project.start(['generate'])));
    expect(ended.map(({ exitCode, stderr }) => (exitCode === 0 ? 0 : stderr))).toEqual(Array(10).fill(0));
    expect(ended.filter(({ stdout }) => stdout !== '')).toHaveLength(1);
    expect(project.files()).toEqual(await outcomeOf(old));
    expect(hidden()).toEqual([]);
  });

  it('of different contracts at the same time leave the result of one of them', async () => {
    project.write({ 'next.yaml': next });
    const one = (schema: string): string[] => ['generate', '--schema', schema, '--out', 'generated'];
    await Promise.all(['greeter', 'next', 'greeter', 'next'].map((name) => project.start(one(`${name}.yaml`))));
    const checks = ['greeter', 'next'].map((name) =>
      project.run('check', '--schema', `${name}.yaml`, '--out', 'generated'),
    );
    expect(checks.map(({ exitCode }) => exitCode).sort()).toEqual([0, 1]);
    expect(hidden()).toEqual([]);
  });

  it('exits with 3 and a clear message if another run holds the lock', () => {
    expect(project.run('generate').exitCode).toBe(0);
    // As if this process, which is alive, were writing.
    const owner = { pid: process.pid, host: 'elsewhere', started: '', token: 'x' };
    project.write({ 'generated/.soapwright.lock': JSON.stringify(owner), 'greeter.yaml': next });
    const ended = project.run('generate', '--wait', '0.2');
    expect(ended).toMatchObject({ exitCode: 3, stdout: '' });
    expect(ended.stderr).toContain(`SW3003: Another soapwright (process ${process.pid}) is writing to generated.`);
  });
});

describe('kill -9', () => {
  it('before any change to the disk leaves each file complete, and the next run repairs', async () => {
    const states = [await outcomeOf(old), await outcomeOf(old, next)];
    const repaired = await outcomeOf(old, next, renamed);
    const preload = join(project.path, 'kill.cjs');
    let last = 0;
    for (let at = 0; ; at += everyMoment ? 1 : 6) {
      project.remove();
      project.write({ ...states[0], 'greeter.yaml': next, 'kill.cjs': killing });
      const ended = project.runWith({ preload, environment: { KILL_AT: String(at) } }, 'generate');
      if (ended.signal !== 'SIGKILL') break;
      last = at;
      for (const [name, text] of Object.entries(project.files())) {
        if (/\.(?:ts|wsdl)$/.test(name)) expect(states.map((files) => files[name])).toContain(text);
        if (name.endsWith('.soapwright.json')) expect(() => JSON.parse(text)).not.toThrow();
      }
      // A contract other than that of the killed run: no file that only the killed run generated is left.
      project.write({ 'greeter.yaml': renamed });
      const diagnostics = await project.generate();
      expect([at, diagnostics.filter(({ code }) => code.startsWith('SW3'))]).toEqual([at, []]);
      const files = project.files();
      const generated = (name: string): boolean => name.startsWith('generated/');
      expect(Object.keys(files).filter(generated)).toEqual(Object.keys(repaired).filter(generated));
      expect(files['handlers/index.ts']).toBe(repaired['handlers/index.ts']);
      expect(await project.check()).toEqual([]);
      expect(hidden()).toEqual([]);
    }
    expect(last).toBeGreaterThan(20);
  }, 600_000);

  it(`at ${kills} random moments leaves each file complete, and the next run repairs`, async () => {
    const states = [await outcomeOf(old), await outcomeOf(old, next), await outcomeOf(next)];
    for (let kill = 0; kill < kills; kill++) {
      project.write({ 'greeter.yaml': kill % 2 === 0 ? old : next });
      await project.start(['generate'], 100 + Math.random() * 300);
      for (const [name, text] of Object.entries(project.files())) {
        if (/^generated\/.*\.(?:ts|wsdl)$/.test(name)) expect(states.map((files) => files[name])).toContain(text);
      }
    }
    project.write({ 'greeter.yaml': next });
    // As long as the command waits: a lock without an owner counts for five seconds.
    const diagnostics = await project.generate(10_000);
    expect(diagnostics.filter(({ code }) => code.startsWith('SW3'))).toEqual([]);
    expect(await project.check()).toEqual([]);
    expect(hidden()).toEqual([]);
  }, 600_000);
});

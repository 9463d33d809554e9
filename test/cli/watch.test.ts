import { mkdirSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { quietFor } from '../support/quiet-for.ts';
import { configuration, contract, Project, type Running } from './cli.ts';

let project: Project;
let running: Running | undefined;
beforeEach(() => {
  project = new Project();
  project.write({ 'greeter.yaml': contract('Greet'), 'soapwright.yaml': configuration });
});
afterEach(async () => {
  await running?.end('SIGKILL');
  running = undefined;
  project.remove();
});

/** Starts `soapwright watch`, and waits for its first run. */
async function watch(...args: readonly string[]): Promise<Running> {
  running = project.launch(['watch', ...args]);
  await runs(1);
  return running;
}

/** Lines that end a run. */
const lines = (): readonly string[] => (running?.texts.stderr ?? '').match(/^\d\d:\d\d:\d\d {2}.*$/gm) ?? [];

/** Waits until `count` runs have ended. One may have read a half-written file: its line is not the last one. */
async function runs(count: number): Promise<void> {
  await expect.poll(() => lines().length, { interval: 10 }).toBeGreaterThanOrEqual(count);
}

/** Longer than saves are collected and folders need to be watched, in milliseconds. */
const collected = 400;

describe('watch', () => {
  it('generates, and again after a save, with one line a run', async () => {
    const { texts } = await watch();
    expect(lines()[0]).toMatch(/ {2}Wrote 12 files, 0 unchanged \(\d+ ms\)\.$/);
    project.write({ 'greeter.yaml': contract('Greet', 'Part') });
    await expect.poll(() => project.read('generated/client.ts')).toContain('Part(');
    await runs(2);
    await expect.poll(() => lines().at(-1)).toMatch(/ {2}Wrote \d+ files, \d+ unchanged \(\d+ ms\)\.$/);
    expect(texts.stdout).toBe('');
  });

  it('continues after errors in the contract and in the configuration', async () => {
    const { texts } = await watch();
    project.write({ 'greeter.yaml': contract('Greet').replace('Text: string', 'Text: strng') });
    await expect.poll(() => texts.stderr).toMatch(/greeter\.yaml:\d+:\d+ error SW\d{4}: .*Did you mean "string"\?/);
    await expect.poll(() => lines().at(-1)).toContain('Nothing was written');
    const before = lines().length;
    project.write({ 'soapwright.yaml': 'generate: [' });
    await runs(before + 1);
    project.write({ 'soapwright.yaml': configuration, 'greeter.yaml': contract('Greet', 'Part') });
    await expect.poll(() => lines().at(-1)).toContain('Wrote');
    expect(project.read('generated/client.ts')).toContain('Part(');
  });

  it('sees files that editors replace by renaming, and files that are removed and restored', async () => {
    await watch();
    const path = join(project.path, 'greeter.yaml');
    for (const [index, name] of ['One', 'Two', 'Three'].entries()) {
      if (name === 'Two') renameSync(path, `${path}~`);
      if (name === 'Three') rmSync(path);
      writeFileSync(`${path}.new`, contract('Greet', name));
      renameSync(`${path}.new`, path);
      await expect.poll(() => project.read('generated/client.ts')).toContain(`${name}(`);
      await expect.poll(() => lines().length).toBeGreaterThan(index + 1);
    }
  });

  it('watches included files, those that do not exist yet too', async () => {
    mkdirSync(join(project.path, 'types'));
    project.write({ 'greeter.yaml': `${contract('Greet')}include: [types/more.yaml]\n` });
    await watch();
    expect(lines()[0]).toContain('Nothing was written');
    project.write({ 'types/more.yaml': 'soapwright: 1\nrecords: { More: { A: int } }\n' });
    await expect.poll(() => lines().at(-1)).toContain('Wrote');
    const before = lines().length;
    project.write({ 'types/more.yaml': 'soapwright: 1\nrecords: { More: { A: long } }\n' });
    await runs(before + 1);
  });

  it('does not run after changes of its own output or of other files', async () => {
    await watch();
    project.write({ 'notes.md': 'mine', 'generated/mine.txt': 'mine', 'handlers/greet.ts': '// mine\n' });
    await quietFor(collected);
    expect(lines()).toHaveLength(1);
  });

  it('collects saves that follow each other at once into few runs', async () => {
    await watch();
    for (let index = 0; index < 20; index++) project.write({ 'greeter.yaml': `${contract('Greet')}# ${index}\n` });
    await runs(2);
    await quietFor(collected);
    // The system may let some time pass between two of them.
    expect(lines().length).toBeLessThanOrEqual(6);
  });

  it('runs after a save without another content, and says that there is nothing to do', async () => {
    await watch();
    utimesSync(join(project.path, 'greeter.yaml'), new Date(), new Date());
    await runs(2);
    expect(lines()[1]).toContain('Nothing to do: 12 files unchanged');
  });

  it.each(['SIGINT', 'SIGTERM'] as const)('ends with exit code 0 at %s', async (signal) => {
    await watch();
    expect(await running?.end(signal)).toMatchObject({ exitCode: 0 });
  });

  it('prints JSON lines', async () => {
    running = project.launch(['watch', '--format', 'json']);
    const results = (): readonly unknown[] =>
      (running?.texts.stdout ?? '').split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]));
    await expect.poll(() => results()).toHaveLength(1);
    project.write({ 'greeter.yaml': 'soapwright: 1\n' });
    await expect.poll(() => results().at(-1)).toMatchObject({ exitCode: 2 });
    expect(results()[0]).toMatchObject({ exitCode: 0 });
  });

  it('ends at once where there is no configuration', () => {
    rmSync(join(project.path, 'soapwright.yaml'));
    expect(project.run('watch')).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('soapwright.yaml') });
    expect(project.run('watch', '--schema', 'greeter.yaml').exitCode).toBe(2);
  });
});

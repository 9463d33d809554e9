import { chmodSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Sandbox, sandbox } from '../../../test/support/generator/output-sandbox.ts';
import { commit, hasLeftovers, removeLeftovers } from './commit.ts';
import { contentOf } from './content.ts';
import { OutputError } from './disk.ts';

let box: Sandbox;
beforeEach(() => {
  box = sandbox();
});
afterEach(() => box.remove());

const creation = (name: string, text: string, exclusive = false) =>
  ({
    kind: 'create',
    path: join(box.path, 'out', name),
    shown: `out/${name}`,
    content: contentOf(text),
    exclusive,
  }) as const;

describe('commit', () => {
  it('changes nothing if one of the files cannot be written', () => {
    box.write({ 'out/a.ts': 'old\n', 'out/file': '' });
    const changes = [creation('a.ts', 'new\n'), creation('file/b.ts', 'b\n')];
    expect(() => commit([{ folder: box.out, changes }])).toThrow(OutputError);
    expect(box.read()).toEqual({ 'out/a.ts': 'old\n', 'out/file': '' });
  });

  it('removes the folders that it created if it fails', () => {
    box.write({ 'out/file': '' });
    const changes = [creation('new/er/a.ts', 'a'), creation('file/b.ts', 'b')];
    expect(() => commit([{ folder: box.out, changes }])).toThrow('a file is where a folder is needed');
    expect(statSync(join(box.path, 'out/new'), { throwIfNoEntry: false })).toBeUndefined();
  });

  it('keeps a file that was created after planning, if the change is exclusive', () => {
    box.write({ 'out/Get.ts': 'mine\n' });
    commit([{ folder: box.out, changes: [creation('Get.ts', 'stub\n', true), creation('Add.ts', 'stub\n', true)] }]);
    expect(box.read()).toEqual({ 'out/Get.ts': 'mine\n', 'out/Add.ts': 'stub\n' });
  });

  it('keeps the mode of a file', () => {
    box.write({ 'out/a.ts': 'old\n' });
    chmodSync(join(box.path, 'out/a.ts'), 0o640);
    commit([{ folder: box.out, changes: [{ ...creation('a.ts', 'new\n'), kind: 'update' }] }]);
    expect(statSync(join(box.path, 'out/a.ts')).mode & 0o777).toBe(0o640);
  });

  it('finds and removes the files of interrupted runs, and nothing else', () => {
    mkdirSync(join(box.path, 'out'));
    expect(hasLeftovers([box.out])).toBe(false);
    for (const name of ['.soapwright-1-0.tmp', '.soapwright-22-13.tmp', '.soapwright.tmp', '.soapwright-x-1.tmp'])
      writeFileSync(join(box.path, 'out', name), '');
    expect(hasLeftovers([box.out])).toBe(true);
    removeLeftovers(box.out);
    expect(Object.keys(box.read())).toEqual(['out/.soapwright-x-1.tmp', 'out/.soapwright.tmp']);
  });
});

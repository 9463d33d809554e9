import { chmodSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { commit, hasLeftovers, removeLeftovers } from './commit.ts';
import { contentOf } from './content.ts';
import { OutputError } from './error.ts';
import { type Sandbox, sandbox } from './testing.ts';

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
  it('touches nothing when one of the files cannot be written', () => {
    box.write({ 'out/a.ts': 'old\n', 'out/file': '' });
    const changes = [creation('a.ts', 'new\n'), creation('file/b.ts', 'b\n')];
    expect(() => commit([{ folder: box.out, changes }])).toThrow(OutputError);
    expect(box.read()).toEqual({ 'out/a.ts': 'old\n', 'out/file': '' });
  });

  it('takes back folders that it made in vain', () => {
    box.write({ 'out/file': '' });
    const changes = [creation('new/er/a.ts', 'a'), creation('file/b.ts', 'b')];
    expect(() => commit([{ folder: box.out, changes }])).toThrow('a file stands where a folder is needed');
    expect(statSync(join(box.path, 'out/new'), { throwIfNoEntry: false })).toBeUndefined();
  });

  it('leaves a file that came there in the meantime when it may only make it', () => {
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

  it('knows and removes what runs that were cut off have left, and nothing else', () => {
    mkdirSync(join(box.path, 'out'));
    expect(hasLeftovers([box.out])).toBe(false);
    for (const name of ['.soapwright-1-0.tmp', '.soapwright-22-13.tmp', '.soapwright.tmp', '.soapwright-x-1.tmp'])
      writeFileSync(join(box.path, 'out', name), '');
    expect(hasLeftovers([box.out])).toBe(true);
    removeLeftovers(box.out);
    expect(Object.keys(box.read())).toEqual(['out/.soapwright-x-1.tmp', 'out/.soapwright.tmp']);
  });
});

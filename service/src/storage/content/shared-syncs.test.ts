import { describe, expect, it } from 'vitest';
import { SharedSyncs } from './shared-syncs.ts';

describe('shared syncs of folders', () => {
  /** Syncs that are running, to be ended by the test. */
  const running: { readonly path: string; readonly end: (error?: Error) => void }[] = [];
  const syncs = () =>
    new SharedSyncs(
      (path) =>
        new Promise((resolve, reject) => {
          running.push({ path, end: (error) => (error === undefined ? resolve() : reject(error)) });
        }),
    );
  const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

  it('begin at once when none runs, and together after the running one for all callers who came during it', async () => {
    const shared = syncs();
    const done: string[] = [];
    const sync = (name: string, path = 'a') => void shared.sync(path).then(() => done.push(name));
    sync('first');
    sync('second');
    sync('third');
    sync('elsewhere', 'b');
    expect(running.map(({ path }) => path)).toEqual(['a', 'b']);
    running[0]?.end();
    await settled();
    // A sync that ran before their changes does not count for them.
    expect(done).toEqual(['first']);
    expect(running.map(({ path }) => path)).toEqual(['a', 'b', 'a']);
    sync('fourth');
    running[2]?.end();
    await settled();
    expect(done).toEqual(['first', 'second', 'third']);
    expect(running).toHaveLength(4);
    for (const { end } of running.splice(0)) end();
    await settled();
    expect(done.sort()).toEqual(['elsewhere', 'first', 'fourth', 'second', 'third']);
  });

  it('fail for those who share them, and for nobody else', async () => {
    const shared = syncs();
    const all = Promise.allSettled([shared.sync('a'), shared.sync('a'), shared.sync('a')]);
    running[0]?.end(new Error('EIO'));
    await settled();
    running[1]?.end();
    expect((await all).map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
  });
});

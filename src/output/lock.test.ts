import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Sandbox, sandbox } from '../../test/support/generator/output-sandbox.ts';
import { Folder } from './folder.ts';
import { breakName, isAlive, lockName, parseOwner, thisProcess, whileLocked } from './lock.ts';

let box: Sandbox;
beforeEach(() => {
  box = sandbox();
});
afterEach(() => box.remove());

const lockText = (owner: object): string => JSON.stringify({ ...thisProcess(), ...owner });

describe('whileLocked', () => {
  it('lets one at a time work, and leaves nothing behind', async () => {
    let running = 0;
    const order: number[] = [];
    await Promise.all(
      Array.from({ length: 5 }, (_, run) =>
        whileLocked([box.out], 10_000, async () => {
          expect(++running).toBe(1);
          await sleep(5);
          order.push(run);
          running--;
        }),
      ),
    );
    expect(order).toHaveLength(5);
    expect(box.read()).toEqual({});
    expect(existsSync(box.out.path)).toBe(false);
  });

  it('gives up after a while, naming who holds it and what to do', async () => {
    box.write({ [`out/${lockName}`]: lockText({ token: 'other' }) });
    await expect(whileLocked([box.out], 50, () => 1)).rejects.toMatchObject({
      code: 'Locked',
      diagnostic: {
        code: 'SW3003',
        exit: 3,
        message: `Another soapwright (process ${process.pid}) is writing to out.`,
        remedy: expect.stringContaining(`out/${lockName}`),
      },
    });
    expect(Object.keys(box.read())).toEqual([`out/${lockName}`]);
  });

  it('takes over the lock of a process that is dead, or whose number another has now', async () => {
    const dead = spawnSync(process.execPath, ['-e', '']).pid;
    for (const owner of [{ pid: dead }, { started: '1' }]) {
      box.write({ [`out/${lockName}`]: lockText(owner) });
      expect(await whileLocked([box.out], 50, () => parseOwner(box.read()[`out/${lockName}`] ?? '')?.pid)).toBe(
        process.pid,
      );
    }
    expect(Object.keys(box.read())).toEqual([]);
  });

  it('lets only one of many take over', async () => {
    box.write({ [`out/${lockName}`]: lockText({ pid: spawnSync(process.execPath, ['-e', '']).pid }) });
    let running = 0;
    const work = async (): Promise<void> => {
      expect(++running).toBe(1);
      await sleep(1);
      running--;
    };
    await Promise.all(Array.from({ length: 8 }, () => whileLocked([box.out], 10_000, work)));
    expect(Object.keys(box.read())).toEqual([]);
  });

  it('does not trip over a takeover that was cut off', async () => {
    box.write({ [`out/${lockName}`]: lockText({ started: '1' }), [`out/${breakName}`]: '' });
    utimesSync(join(box.out.path, breakName), 0, 0);
    expect(await whileLocked([box.out], 1_000, () => 1)).toBe(1);
  });

  it('does not go round for ever where a lock can be neither made nor read', async () => {
    box.write({ 'out/x': '' });
    symlinkSync('nowhere', join(box.out.path, lockName));
    await expect(whileLocked([box.out], 50, () => 1)).rejects.toMatchObject({ code: 'Locked' });
  });

  it('gives the lock back when the work fails', async () => {
    await expect(
      whileLocked([box.out], 50, () => {
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    expect(box.read()).toEqual({});
  });

  it('does not remove a lock that is another’s', async () => {
    await whileLocked([box.out], 50, () => writeFileSync(join(box.out.path, lockName), lockText({ token: 'other' })));
    expect(readFileSync(join(box.out.path, lockName), 'utf8')).toContain('other');
  });

  it('locks several folders, each once', async () => {
    const again = new Folder(box.out.path, './out');
    const other = new Folder(join(box.path, 'handlers'), 'handlers');
    const inside = await whileLocked([other, box.out, again], 50, () => Object.keys(box.read()));
    expect(inside).toEqual([`handlers/${lockName}`, `out/${lockName}`]);
  });
});

describe('isAlive', () => {
  it('honours what it cannot look into for a while', () => {
    const elsewhere = { ...thisProcess(), host: 'elsewhere' };
    expect([isAlive(elsewhere, 1_000), isAlive(elsewhere, 61_000)]).toEqual([true, false]);
    expect([isAlive(undefined, 1_000), isAlive(undefined, 6_000)]).toEqual([true, false]);
  });

  it('reads no owner from what is none', () => {
    for (const text of ['', '{}', '[]', 'null', '{"pid":0,"host":"","started":"","token":""}'])
      expect(parseOwner(text)).toBeUndefined();
  });
});

describe('a lock', () => {
  it('is there with its owner in it or not at all, and its temporary file is gone', async () => {
    await whileLocked([box.out], 50, () => {
      expect(Object.keys(box.read())).toEqual([`out/${lockName}`]);
      expect(parseOwner(box.read()[`out/${lockName}`] ?? '')?.pid).toBe(process.pid);
    });
    expect(box.read()).toEqual({});
  });
});

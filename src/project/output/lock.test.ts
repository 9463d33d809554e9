import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Sandbox, sandbox } from '../../../test/support/generator/output-sandbox.ts';
import { Folder } from './folder.ts';
import { breakName, isAlive, lockName, parseOwner, thisProcess, whileLocked } from './lock.ts';

let box: Sandbox;
beforeEach(() => {
  box = sandbox();
});
afterEach(() => box.remove());

const lockText = (owner: object): string => JSON.stringify({ ...thisProcess(), ...owner });

describe('whileLocked', () => {
  it('lets one process work at a time, and leaves no file', async () => {
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

  it("times out with the holder's name and a remedy", async () => {
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

  it('takes over the lock of a dead process, or of one whose number was reused', async () => {
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

  it('recovers from an interrupted takeover', async () => {
    box.write({ [`out/${lockName}`]: lockText({ started: '1' }), [`out/${breakName}`]: '' });
    utimesSync(join(box.out.path, breakName), 0, 0);
    expect(await whileLocked([box.out], 1_000, () => 1)).toBe(1);
  });

  it('terminates if a lock can be neither created nor read', async () => {
    box.write({ 'out/x': '' });
    symlinkSync('nowhere', join(box.out.path, lockName));
    await expect(whileLocked([box.out], 50, () => 1)).rejects.toMatchObject({ code: 'Locked' });
  });

  it('releases the lock when the work fails', async () => {
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
  it('respects an unreadable lock for a while', () => {
    const elsewhere = { ...thisProcess(), host: 'elsewhere' };
    expect([isAlive(elsewhere, 1_000), isAlive(elsewhere, 61_000)]).toEqual([true, false]);
    expect([isAlive(undefined, 1_000), isAlive(undefined, 6_000)]).toEqual([true, false]);
  });

  it('reads no owner from invalid content', () => {
    for (const text of ['', '{}', '[]', 'null', '{"pid":0,"host":"","started":"","token":""}'])
      expect(parseOwner(text)).toBeUndefined();
  });
});

describe('a lock', () => {
  it('appears with its owner in it, and its temporary file is removed', async () => {
    await whileLocked([box.out], 50, () => {
      expect(Object.keys(box.read())).toEqual([`out/${lockName}`]);
      expect(parseOwner(box.read()[`out/${lockName}`] ?? '')?.pid).toBe(process.pid);
    });
    expect(box.read()).toEqual({});
  });
});

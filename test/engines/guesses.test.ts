import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RemoteFileServiceClient } from '@soapwright/generated/remote-file-service/client';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { GuessLimits } from '../../service/src/domain/guess-guard.ts';
import { guessesOf } from '../../service/src/storage/guesses.ts';
import { reserveAttempts } from '../../service/src/storage/reserved-attempts.ts';
import { type Harness, startHarness } from '../support/service/harness.ts';
import { provisioning } from '../support/service/sample-provisioning.ts';
import { environmentOf, type OwnServers, serversOf, testServers } from '../support/service/servers.ts';
import { type Child, runCommand, startLimitedServer } from '../support/service/service-process.ts';

const limits: GuessLimits = {
  key: { failures: 20, within: 900 },
  account: { failures: 10, within: 60 },
  address: { failures: 50, within: 900 },
};

describe('the rate limit of guesses on PostgreSQL', () => {
  let harnesses: readonly Harness[];
  beforeEach(async () => {
    const first = await startHarness({ guessLimits: limits });
    const others = [0, 1].map(() => startHarness({ guessLimits: limits, data: first.folder }));
    harnesses = [first, ...(await Promise.all(others))];
  });
  afterEach(async () => {
    for (const harness of [...harnesses].reverse()) await harness.close();
  });

  const address = { kind: 'address', id: '192.0.2.9' } as const;
  const account = { kind: 'account', id: '1001/admin' } as const;
  const guards = () => harnesses.map(({ service }) => service.state.guard);
  const failuresOf = async (subject: string): Promise<number | undefined> =>
    (await guessesOf.first(harnesses[0]?.service.state.db ?? expect.fail(), { subject }))?.failures;

  it.each([
    ['address', address, 50],
    ['account', account, 10],
  ] as const)(
    'Common: of 180 guesses at one %s by three processes, as many are looked at as the limit allows',
    async (_, subject, most) => {
      let looked = 0;
      let running = 0;
      let mostRunning = 0;
      const guess = (guard: Harness['service']['state']['guard']) =>
        guard.guarded([subject], async () => {
          looked += 1;
          running += 1;
          mostRunning = Math.max(mostRunning, running);
          await new Promise((resolve) => setTimeout(resolve, 5));
          running -= 1;
          return undefined;
        });
      const done = await Promise.allSettled(Array.from({ length: 60 }, () => guards().map(guess)).flat());
      expect(looked).toBe(most);
      expect(mostRunning).toBeLessThanOrEqual(most);
      expect(done.filter(({ status }) => status === 'rejected')).toHaveLength(180 - most);
      expect(await failuresOf(`${subject.kind}:${subject.id}`)).toBe(most);
    },
  );

  it('Common: right secrets that are sent at once to three processes are all accepted, more than the limit', async () => {
    const checks = Array.from({ length: 100 }, (_, i) =>
      guards().map((guard) => guard.guarded([account], async () => i)),
    );
    expect(await Promise.all(checks.flat())).toHaveLength(300);
    expect(await failuresOf('account:1001/admin')).toBe(0);
  });

  it('Common: with one attempt left, right secrets at three processes are all accepted, and one more wrong one is', async () => {
    const [first] = guards();
    for (let i = 0; i < 9; i += 1) await first?.guarded([account], async () => undefined);
    const checks = Array.from({ length: 10 }, (_, i) =>
      guards().map((guard) => guard.guarded([account], async () => i)),
    );
    expect(await Promise.all(checks.flat())).toHaveLength(30);
    expect(await first?.guarded([account], async () => undefined)).toBeUndefined();
    for (const guard of guards()) {
      await expect(guard.guarded([account], async () => 'right')).rejects.toMatchObject({ code: 'TooManyAttempts' });
    }
  });

  it('Common: the attempts of a killed process are free again after a minute', async () => {
    const [first] = harnesses;
    const { db, guard, now } = first?.service.state ?? expect.fail();
    const limited = { subject: 'account:1001/admin', failures: 10, within: 60_000 };
    expect(await reserveAttempts(db, limited, 10, now())).toMatchObject({ isScarce: true });
    expect(await reserveAttempts(db, limited, 1, now())).toBeUndefined();
    first?.pass(60_000);
    expect(await guard.guarded([account], async () => 'right')).toBe('right');
  });
});

describe('three processes with a rate limit', () => {
  type Server = Child & { readonly url: string };
  let folder: string;
  let own: OwnServers;
  let servers: readonly Server[];
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'rfs-guesses-'));
    const test = testServers();
    if (test === undefined) throw new Error('There are no servers: use npm run test:engines.');
    own = await serversOf(folder, test);
    const environment = environmentOf(own);
    await writeFile(join(folder, 'site.yaml'), provisioning);
    const provisioned = runCommand(['provision', join(folder, 'site.yaml'), '--data', folder], environment);
    expect([await provisioned.exited, provisioned.stderr()]).toEqual([0, '']);
    servers = await Promise.all(
      [0, 1, 2].map((index) => startLimitedServer(join(folder, `${index}`), [], environment)),
    );
  });
  afterAll(async () => {
    for (const { process } of servers) process.kill('SIGTERM');
    await Promise.all(servers.map(({ exited }) => exited));
    await own.remove();
    await rm(folder, { recursive: true, force: true });
  });

  const lookUp = async (index: number, APIKey: string): Promise<string> => {
    const client = new RemoteFileServiceClient({ address: servers[index]?.url ?? '' });
    const done = await client.GetClientID({ APIKey, Parameters: { CompanyCode: 'OTHER' } }).catch(() => undefined);
    return done?.ErrorMessage === undefined ? 'no answer' : done.ErrorMessage.replace(/\d+ seconds/, 'N seconds');
  };

  it('Common: a revoked key is refused by each of them from the next request on', async () => {
    expect(await Promise.all([0, 1, 2].map((index) => lookUp(index, 'key-of-other')))).toEqual(['', '', '']);
    const revoked = runCommand(['api-key', 'revoke', 'of-other', '--data', folder], environmentOf(own));
    expect([await revoked.exited, revoked.stderr()]).toEqual([0, '']);
    const answers = await Promise.all([0, 1, 2].map((index) => lookUp(index, 'key-of-other')));
    expect(answers).toEqual(Array(3).fill('The API key is not valid.'));
  });

  it('Common: of 240 guesses from one address no more than 50 are answered, though a process is killed among them', async () => {
    const guesses = Array.from({ length: 240 }, async (_, i) => await lookUp(i % 3, randomBytes(8).toString('hex')));
    void Promise.race(guesses).then(() => servers[2]?.process.kill('SIGKILL'));
    const answers = await Promise.all(guesses);
    const wrong = answers.filter((answer) => answer === 'The API key is not valid.').length;
    expect(wrong).toBeGreaterThan(0);
    expect(wrong).toBeLessThanOrEqual(50);
    expect(new Set(answers)).toEqual(
      new Set(['The API key is not valid.', 'Too many wrong attempts. Try again in N seconds.', 'no answer']),
    );
  });
});

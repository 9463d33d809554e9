import { setTimeout as sleep } from 'node:timers/promises';
import type { Engines } from '../../engines/engines.js';
import { Random } from '../../fuzz/random.ts';
import type { BalancedServices } from './balanced-services.ts';
import type { PostgresPair } from './postgres-pair.ts';
import { type StoreProcess, storeProcesses, untilStoreResponds } from './store-processes.ts';
import type { Sweeps } from './sweeps.ts';
import type { Uploaders } from './uploaders.ts';

/** Targets to kill and stop. */
export interface Targets {
  readonly services: BalancedServices;
  readonly sweeps: Sweeps;
  readonly database: PostgresPair;
  readonly store: Engines['store'];
  readonly uploaders: Uploaders;
}

interface Fault {
  readonly kind: string;
  /** How often it is chosen, relative to others of its lane. */
  readonly weight: number;
  /** Ends when the killed target works again. */
  run(random: Random): Promise<void>;
}

/** Faults that follow each other; those of other lanes happen at the same time. */
interface Lane {
  /** Part of all faults. */
  readonly share: number;
  readonly faults: readonly Fault[];
}

/** A fault that has happened. */
export interface FaultReport {
  readonly kind: string;
  /** Milliseconds until everything worked again. */
  readonly milliseconds: number;
  /** Requests without a response when it began. */
  readonly inFlight: number;
}

/**
 * Runs faults, the same ones in the same order in each lane for the same seed. When exactly they meet a request is up to the
 * machine.
 */
export async function runFaults(
  targets: Targets,
  { count, seed }: { readonly count: number; readonly seed: number },
  onFault: (report: FaultReport) => void,
): Promise<void> {
  const lanes = lanesOf(targets);
  let rest = count;
  const counts = lanes.map(({ share }, index) => {
    const own = index === lanes.length - 1 ? rest : Math.min(rest, Math.round(count * share));
    rest -= own;
    return own;
  });
  let hasFailed = false;
  const runLane = async (faults: readonly Fault[], random: Random, number: number): Promise<void> => {
    for (let left = number; left > 0 && !hasFailed; left -= 1) {
      const { kind, run } = chooseFault(faults, random);
      await sleep(random.below(1_000));
      await untilBusy(targets.uploaders);
      await sleep(random.below(40));
      const { inFlight } = targets.uploaders;
      const began = performance.now();
      await run(random);
      onFault({ kind, milliseconds: performance.now() - began, inFlight });
    }
  };
  const running = lanes.map(async ({ faults }, index) => {
    try {
      await runLane(faults, new Random(seed + index), counts[index] ?? 0);
    } catch (error) {
      hasFailed = true;
      throw error;
    }
  });
  // All of them end, so that nothing is started afterwards.
  await Promise.allSettled(running);
  await Promise.all(running);
}

function chooseFault(faults: readonly Fault[], random: Random): Fault {
  return random.pick(faults.flatMap((fault) => Array.from({ length: fault.weight }, () => fault)));
}

async function untilBusy(uploaders: Uploaders): Promise<void> {
  for (let waited = 0; uploaders.inFlight === 0 && waited < 1_000; waited += 5) await sleep(5);
}

const pauseOf =
  (random: Random, most: number): (() => Promise<void>) =>
  async () => {
    await sleep(100 + random.below(most));
  };

function lanesOf({ services, sweeps, database, store }: Targets): readonly Lane[] {
  return [
    { share: 0.4, faults: processFaults(services) },
    { share: 0.2, faults: [{ kind: 'sweep killed', weight: 1, run: () => sweeps.restart() }] },
    { share: 0.2, faults: storeProcesses(store).flatMap((process) => storeFaults(store, process)) },
    { share: 0.2, faults: databaseFaults(database) },
  ];
}

function processFaults(services: BalancedServices): readonly Fault[] {
  const restart = async (index: number): Promise<void> => {
    await services.kill(index % services.count);
    await services.start(index % services.count);
  };
  return [
    { kind: 'process killed', weight: 12, run: async (random) => await restart(random.below(services.count)) },
    {
      kind: 'two processes killed',
      weight: 2,
      async run(random) {
        const first = random.below(services.count);
        await Promise.all([restart(first), restart(first + 1)]);
      },
    },
    {
      kind: 'all processes killed',
      weight: 1,
      run: async () => void (await Promise.all([restart(0), restart(1), restart(2)])),
    },
    {
      kind: 'process stopped for a while',
      weight: 5,
      async run(random) {
        const index = random.below(services.count);
        services.signal(index, 'SIGSTOP');
        await sleep(200 + random.below(2_500));
        services.signal(index, 'SIGCONT');
      },
    },
  ];
}

function storeFaults(store: Engines['store'], process: StoreProcess): readonly Fault[] {
  return [
    {
      kind: `store's ${process.name} killed`,
      weight: 3,
      async run(random) {
        await process.kill();
        await pauseOf(random, 500)();
        await process.start();
        await untilStoreResponds(store);
      },
    },
    {
      kind: `store's ${process.name} stopped for a while`,
      weight: 1,
      run: async (random) => await process.stop(pauseOf(random, 1_500)),
    },
  ];
}

function databaseFaults(database: PostgresPair): readonly Fault[] {
  return [
    { kind: 'failover to the standby', weight: 6, run: async () => await database.failOver() },
    { kind: 'primary killed', weight: 2, run: async () => await database.restartPrimary() },
    {
      kind: 'standby killed',
      weight: 2,
      run: async (random) => await database.restartStandby(pauseOf(random, 500)),
    },
    {
      kind: 'primary stopped for a while',
      weight: 2,
      run: async (random) => await database.stopPrimary(pauseOf(random, 1_500)),
    },
  ];
}

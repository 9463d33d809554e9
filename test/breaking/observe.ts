import type { GeneratedFolder } from '../generate-here.ts';
import type { BreakingCase, Outcome } from './case.ts';
import type { OldClient, StartedCase } from './old-clients.ts';
import { outcomeOf } from './outcome.ts';
import { startNewServer } from './servers.ts';

type CalledCase = StartedCase['one'];

export const isCalled = (one: BreakingCase): one is CalledCase => one.call !== undefined;

/** Starts a server for each case. */
export async function startAll(cases: readonly CalledCase[], generated: GeneratedFolder): Promise<StartedCase[]> {
  const started: StartedCase[] = [];
  for (const one of cases) started.push({ one, server: await startNewServer(one, generated) });
  return started;
}

export interface Observed {
  readonly outcome: Outcome;
  /** Of a failure. */
  readonly reason?: string | undefined;
}

/** The outcomes of each case for clients, in the order of their kinds. */
export async function observe(
  client: OldClient,
  started: readonly StartedCase[],
  generated: GeneratedFolder,
): Promise<readonly (readonly Observed[])[]> {
  const answers = await client.call(started, generated);
  return started.map(({ one, server }, index) => {
    const arrived = server.take();
    const all = answers[index] ?? [];
    // All kinds send the same request, and a server treats it in the same way.
    if (arrived.length % all.length !== 0)
      throw new Error(`${one.what}: ${arrived.length} requests reached the handler.`);
    return all.map((answer, kind) => ({
      outcome: outcomeOf(one, arrived.slice(kind, kind + 1), answer),
      reason: answer.fault?.reason,
    }));
  });
}

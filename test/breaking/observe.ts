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

/** The outcome of each case for the clients of one toolkit, with the reason of a failure. */
export async function observe(
  client: OldClient,
  started: readonly StartedCase[],
  generated: GeneratedFolder,
): Promise<readonly { readonly outcome: Outcome; readonly reason?: string | undefined }[]> {
  const answers = await client.call(started, generated);
  return started.map(({ one, server }, index) => {
    const answer = answers[index] ?? {};
    return { outcome: outcomeOf(one, server.take(), answer), reason: answer.fault?.reason };
  });
}

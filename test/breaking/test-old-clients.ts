import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GeneratedFolder } from '../generate-here.ts';
import { required } from '../interop/foreign.ts';
import { loadCases } from './case.ts';
import { isCalled, observe, startAll } from './observe.ts';
import type { OldClient, StartedCase } from './old-clients.ts';

/** Old clients of some toolkits call a server of each case's new contract: a test for each. */
export function testOldClients(clients: readonly OldClient[]): void {
  const cases = loadCases().filter(isCalled);
  const generated = new GeneratedFolder('breaking');
  let started: readonly StartedCase[];

  beforeAll(async () => {
    started = await startAll(cases, generated);
  });
  afterAll(async () => {
    await Promise.all(started.map(({ server }) => server.close()));
    generated.remove();
  });

  for (const client of clients) {
    describe.skipIf(!client.available && !required)(`an old client of ${client.name}`, () => {
      let observed: Awaited<ReturnType<typeof observe>>;
      beforeAll(async () => {
        observed = await observe(client, started, generated);
      });

      describe.each(client.toolkits.map((toolkit, kind) => ({ toolkit, kind })))('$toolkit', ({ toolkit, kind }) => {
        it.each(cases.map(({ rule, what, outcomes }, index) => ({ rule, what, expected: outcomes?.[toolkit], index })))(
          '$rule: $what',
          ({ index, expected }) => {
            const { outcome, reason } = observed[index]?.[kind] ?? {};
            expect(outcome, reason).toEqual(expected);
          },
        );
      });
    });
  }
}

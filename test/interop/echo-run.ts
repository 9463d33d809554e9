import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EchoCase } from './echo-case.ts';
import type { EchoServer, Received } from './echo-servers.ts';
import { type Answer, type ForeignClient, required } from './foreign.ts';

/** All cases by one process of the client, in both versions of SOAP; a test for each. */
export function callsOf(client: ForeignClient, start: () => Promise<EchoServer>, cases: readonly EchoCase[]): void {
  describe.skipIf(!client.available && !required).each(['1.1', '1.2'] as const)(
    `${client.name} over SOAP %s`,
    (soap) => {
      let server: EchoServer;
      let responses: readonly Answer[];
      let received: readonly Received[];
      beforeAll(async () => {
        server = await start();
        const calls = cases.map(({ operation, input, headers, again }) => ({
          operation,
          input,
          ...(headers && { headers }),
          ...(again && { again }),
        }));
        responses = await client.call({ wsdl: server.wsdl, soap, calls });
        received = server.take();
      });
      afterAll(() => server.close());

      for (const [index, one] of cases.entries()) {
        it(`carries ${one.what}`, () => {
          const before = cases.slice(0, index).reduce((count, { given }) => count + given.length, 0);
          const arrived = received.slice(before, before + one.given.length);
          const { result, fault, headers } = responses[index] ?? {};
          if (one.fault === undefined) expect(fault).toBeUndefined();
          else {
            expect(fault?.code).toMatch(one.fault.code);
            expect(fault?.reason).toMatch(one.fault.reason);
            if (one.fault.detail !== undefined) expect(fault?.detail).toEqual(one.fault.detail);
          }
          expect(arrived.map(({ input }) => input)).toEqual(one.given);
          for (const { headers: there } of arrived) expect(there).toEqual(one.givenHeaders ?? {});
          if (one.result !== undefined) expect(result ?? null).toEqual(one.result);
          if (one.resultHeaders !== undefined) expect(headers).toEqual(one.resultHeaders);
        });
      }

      it('brings nothing else to the handlers', () => {
        expect(received).toHaveLength(cases.reduce((count, { given }) => count + given.length, 0));
      });
    },
  );
}

import { describe, expect, it } from 'vitest';
import { head, pause, start, wireTo } from '../../../test/support/runtime/connections.ts';
import { NotFound, Notify, Quota } from '../../../test/support/runtime/library-operations.ts';
import {
  ask,
  bytesOf,
  find,
  type LibraryHandlers,
  libraryServer,
  notify,
  session,
} from '../../../test/support/runtime/library-server.ts';
import { both } from '../../../test/support/runtime/sample-envelopes.ts';
import type { Wire } from '../../../test/support/runtime/wire.ts';
import { listen } from './node/index.ts';
import type { ServerEvent } from './server-events.ts';

const action = Notify.soapAction;

/** A connection to the service on a port of its own. */
async function connected(handlers: LibraryHandlers): Promise<{ wire: Wire; close(): Promise<void> }> {
  const listening = await listen(libraryServer(handlers));
  const wire = await wireTo(listening);
  return { wire, close: () => listening.close(0) };
}

describe.each(both)('a one-way operation in SOAP %s', (version) => {
  it('T3, T7: gets 202 without a body, after it was processed', async () => {
    const done: string[] = [];
    const events: ServerEvent[] = [];
    const server = libraryServer(
      {
        async Notify({ Text }, context) {
          // No response could contain it.
          context.responseHeaderBlocks.push(Quota.block(1));
          await pause(5);
          done.push(Text);
        },
      },
      { log: (event) => events.push(event) },
    );
    const response = await ask(server, version, action, notify('a'));
    expect([response.status, response.text, done]).toEqual([202, '', ['a']]);
    expect(response.headers.get('Content-Length')).toBe('0');
    expect(response.headers.get('Content-Type')).toBeNull();
    expect(events).toMatchObject([{ event: 'result', operation: 'Notify', soapVersion: version }]);
    expect(response.headers.get('X-Request-Id')).toBe(events[0]?.requestId);
  });

  it('T3: a result of the handler is discarded', async () => {
    const server = libraryServer({ Notify: () => JSON.parse('{"a":1}') });
    expect(await ask(server, version, action, notify())).toMatchObject({ status: 202, text: '' });
  });

  it('T7: an error is a fault as usual', async () => {
    const failing = (error: unknown) =>
      ask(
        libraryServer({
          Notify: async () => {
            throw error;
          },
        }),
        version,
        action,
        notify(),
      );
    const declared = await failing(NotFound.create({ Title: 't' }, { reason: 'r' }));
    expect([declared.status, declared.text.includes('<Title>t</Title>')]).toEqual([
      version === '1.1' ? 500 : 400,
      true,
    ]);
    const accident = await failing(new Error('S3CRET'));
    expect([accident.status, accident.text.includes('InternalError'), accident.text.includes('S3CRET')]).toEqual([
      500,
      true,
      false,
    ]);
    const malformed = await ask(libraryServer(), version, action, notify('<a/>'));
    expect([malformed.status, malformed.text.includes('Notify/Text')]).toEqual([version === '1.1' ? 500 : 400, true]);
  });

  it('T3, T8: works over a reused connection, and pipelined', async () => {
    const { wire, close } = await connected({ Notify: ({ Text }) => pause(Number(Text)) });
    try {
      for (let time = 0; time < 3; time++) {
        const response = await wire.send(bytesOf(version, action, notify('1'))).response();
        expect([response.status, response.headers['content-length'], response.body]).toEqual([202, '0', '']);
        expect([response.headers['transfer-encoding'], response.headers.connection]).toEqual([undefined, 'keep-alive']);
      }
      const finding = bytesOf(version, 'urn:library#Find', find('x'), session());
      wire.send(
        Buffer.concat([
          bytesOf(version, action, notify('40')),
          finding,
          bytesOf(version, action, '<Nothing/>'),
          bytesOf(version, action, notify('5')),
          finding,
        ]),
      );
      const statuses: number[] = [];
      for (let count = 0; count < 5; count++) statuses.push((await wire.response()).status);
      expect(statuses).toEqual([202, 200, version === '1.1' ? 500 : 400, 202, 200]);
    } finally {
      await close();
    }
  });
});

describe('addresses in the log', () => {
  it('name the caller as seen by a trusted proxy, for faults, results and rejections', async () => {
    const addressOf = async (forwarded: string | undefined, trustProxy: boolean): Promise<unknown[]> => {
      const events: ServerEvent[] = [];
      const server = await start({}, { trustProxy, log: (event) => events.push(event) });
      const wire = await wireTo(server);
      const more = forwarded === undefined ? [] : [`X-Forwarded-For: ${forwarded}`];
      const lines = ['Host: a', 'Content-Type: text/xml', 'Content-Length: 0', ...more];
      await wire.send(head(`POST ${'/v2/fileservice.asmx'} HTTP/1.1`, ...lines)).response();
      await wire.send(head('GET /nowhere HTTP/1.1', 'Host: a', ...more)).response();
      return events.map((event) => ('peerAddress' in event ? event.peerAddress : undefined));
    };
    const own = [expect.stringMatching(/127\.0\.0\.1$/), expect.stringMatching(/127\.0\.0\.1$/)];
    expect(await addressOf('192.0.2.7', false)).toEqual(own);
    expect(await addressOf('192.0.2.7', true)).toEqual(['192.0.2.7', '192.0.2.7']);
    // The value of the caller precedes the value that the proxy appends.
    expect(await addressOf('10.0.0.1, 192.0.2.8', true)).toEqual(['192.0.2.8', '192.0.2.8']);
    expect(await addressOf('"[2001:db8::1]:4711"', true)).toEqual(own);
    expect(await addressOf('[2001:db8::1]:4711', true)).toEqual(['2001:db8::1', '2001:db8::1']);
    expect(await addressOf('192.0.2.9:80', true)).toEqual(['192.0.2.9', '192.0.2.9']);
    expect(await addressOf('<script>', true)).toEqual(own);
    expect(await addressOf(undefined, true)).toEqual(own);
  });
});

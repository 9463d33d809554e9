import { afterEach } from 'vitest';
import { type Listening, type ListenOptions, listen } from '../../../runtime/src/server/node/index.ts';
import type { ServerLoad } from '../../../runtime/src/server/overload/admission.ts';
import type { CommonOptions } from '../../../runtime/src/server/server-options.ts';
import { type TestHandlers, testServer } from './test-service.ts';
import { Wire } from './wire.ts';

const open: { close(): unknown }[] = [];

afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close();
});

/** A server that is stopped after the test; `load` counts its running and waiting requests. */
export async function start(
  handlers?: TestHandlers,
  options?: CommonOptions,
  how?: ListenOptions,
): Promise<Listening & { load(): ServerLoad }> {
  const soap = testServer(handlers, options);
  const server = await listen(soap, how);
  open.push({ close: () => server.close(0) });
  return { ...server, load: () => soap.load };
}

/** A connection that is closed after the test. */
export async function wireTo({ port }: Pick<Listening, 'port'>): Promise<Wire> {
  const wire = await Wire.open(port);
  open.push(wire);
  return wire;
}

export const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

/** The lines of a request's head. */
export const head = (...lines: string[]): string => [...lines, '', ''].join('\r\n');

/** A handler that returns once `release` is called. */
export function gate(): { handlers: TestHandlers; release(): void; entered: Promise<void>; aborted: () => boolean } {
  let release: () => void = () => undefined;
  let enter: () => void = () => undefined;
  let signal: AbortSignal | undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const entered = new Promise<void>((resolve) => {
    enter = resolve;
  });
  const handlers: TestHandlers = {
    async GetClientID(_, context) {
      signal = context.signal;
      enter();
      await released;
      return { ClientID: 7 };
    },
  };
  return { handlers, release: () => release(), entered, aborted: () => signal?.aborted ?? false };
}

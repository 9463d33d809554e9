import { openAsBlob } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { SoapClient } from '@soapwright/runtime/client';
import { httpTransport } from '@soapwright/runtime/client/node';
import { createServer, implement } from '@soapwright/runtime/server';
import { fileSpool, type Listening, listen } from '@soapwright/runtime/server/node';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { collectGarbage } from '../../../../test/support/garbage.ts';
import { issueCertificate } from '../../../../test/support/runtime/certificate.ts';
import { blob, nested, operation, text } from '../../../../test/support/runtime/table-codec.ts';
import { description } from '../../../../test/support/runtime/test-service.ts';
import { signingKey, trust } from '../keys/index.ts';
import { messageSecurity, serverMessageSecurity } from './index.ts';

const Store = operation('Store', [blob('Content')], nested('StoreResult', 'StoreResult', true, text('Size')));
const { key, certificate } = issueCertificate('own');
const sign = { key: signingKey({ key, certificates: certificate }) };
const verify = { trust: trust({ pinned: certificate }) };

let folder: string;
let server: Listening;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'soapwright-memory-'));
  const messageSecurity = serverMessageSecurity({ verify, sign });
  server = await listen(
    createServer(description, { messageSecurity, spool: fileSpool({ folder }) }, [
      implement(Store, async ({ Content }) => ({ Size: String((Content as Blob).size) })),
    ]),
  );
});
afterAll(async () => {
  await server?.close(0);
  await rm(folder, { recursive: true });
});

/** A file of a number of megabytes. */
async function file(megabytes: number): Promise<Blob> {
  const path = join(folder, `${megabytes}.bin`);
  const handle = await open(path, 'w');
  const block = Buffer.alloc(1_000_000, 'a block of a file');
  for (let count = 0; count < megabytes; count++) await handle.write(block);
  await handle.close();
  return await openAsBlob(path);
}

/** Megabytes of Buffers and of the heap that something holds. */
function held(): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 1e6;
}

/** Sends a signed value from a client to the server, both in this process. */
async function send(Content: Blob): Promise<void> {
  const client = new SoapClient({
    address: server.url,
    transport: httpTransport(),
    timeout: 60_000,
    ...messageSecurity({ sign, verify, mtom: true }),
  });
  expect(await client.call(Store, { Content })).toEqual({ Size: String(Content.size) });
}

/** CPU milliseconds of the client and the server. */
async function costOf(Content: Blob): Promise<number> {
  const start = process.cpuUsage();
  await send(Content);
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

it('signed values in parts take linear time', async () => {
  await costOf(await file(2));
  const ten = await costOf(await file(10));
  const content = await file(100);
  let hundred = await costOf(content);
  // Other programs make a measurement larger, never smaller. A quadratic cost would be 100 times that of 10 MB.
  for (let again = 0; again < 2 && hundred >= 20 * ten; again++) hundred = await costOf(content);
  expect(hundred).toBeLessThan(20 * ten);
});

/** Megabytes that are held while work goes on, sampled. */
async function heldDuring(work: Promise<void>): Promise<readonly number[]> {
  const before = held();
  const samples: number[] = [];
  let isDone = false;
  const end = (): void => {
    isDone = true;
  };
  work.then(end, end);
  while (!isDone) {
    const start = performance.now();
    samples.push(held() - before);
    // What other tests have left in the heap can make a collection long.
    await setTimeout(Math.max(50, performance.now() - start));
  }
  await work;
  return samples;
}

it('signed values in parts take no more memory when they are larger', async () => {
  const content = await file(100);
  const samples: number[] = [];
  while (samples.length < 5) samples.push(...(await heldDuring(send(content))));
  expect(Math.max(...samples)).toBeLessThan(20);
});

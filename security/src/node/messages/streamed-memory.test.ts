import { openAsBlob } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SoapClient } from '@soapwright/runtime/client';
import { httpTransport } from '@soapwright/runtime/client/node';
import { createServer, implement } from '@soapwright/runtime/server';
import { fileSpool, type Listening, listen } from '@soapwright/runtime/server/node';
import { afterAll, beforeAll, expect, it } from 'vitest';
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

/** Megabytes of Buffers and of the heap. */
function used(): number {
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 1e6;
}

/** Sends a signed value; CPU milliseconds and the most megabytes in use of the client and the server. */
async function costOf(Content: Blob): Promise<{ readonly cpu: number; readonly megabytes: number }> {
  const client = new SoapClient({
    address: server.url,
    transport: httpTransport(),
    timeout: 60_000,
    ...messageSecurity({ sign, verify, mtom: true }),
  });
  const before = used();
  let most = before;
  const timer = setInterval(() => {
    most = Math.max(most, used());
  }, 5);
  const start = process.cpuUsage();
  const result = await client.call(Store, { Content });
  const { user, system } = process.cpuUsage(start);
  clearInterval(timer);
  expect(result).toEqual({ Size: String(Content.size) });
  return { cpu: (user + system) / 1000, megabytes: most - before };
}

it('signed values in parts take linear time, and no more memory when they are larger', async () => {
  const costs = new Map<number, Awaited<ReturnType<typeof costOf>>>();
  await costOf(await file(2));
  for (const megabytes of [1, 10, 100]) costs.set(megabytes, await costOf(await file(megabytes)));
  const ten = costs.get(10)?.cpu ?? 0;
  let hundred = costs.get(100);
  // Of 100 MB, less than a half at any time, in the client and the server together: what waits for the collector.
  expect(hundred?.megabytes).toBeLessThan(50);
  // Other programs make a measurement larger, never smaller. A quadratic cost would be 100 times that of 10 MB.
  for (let again = 0; again < 2 && hundred !== undefined && hundred.cpu >= 20 * ten; again++) {
    hundred = await costOf(await file(100));
  }
  expect(hundred?.cpu).toBeLessThan(20 * ten);
});

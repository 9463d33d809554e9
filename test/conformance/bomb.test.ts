import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib';
import { listen } from '@soapwright/runtime/server/node';
import { describe, expect, it } from 'vitest';
import { echo } from '../end-to-end/echo.ts';
import { createEverythingServer } from '../golden/everything/expected/server.ts';

const mebibyte = 2 ** 20;
const zeros = Buffer.alloc(64 * mebibyte);

/** Some KiB that are 64 MiB when they are decoded; gzip, whose members may follow one another, 1 GiB. */
const bombs = {
  gzip: Buffer.concat(Array.from({ length: 16 }, () => gzipSync(zeros))),
  deflate: deflateSync(zeros),
  br: brotliCompressSync(zeros, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
};

describe('compressed bombs', () => {
  it.each(['gzip', 'deflate', 'br'] as const)(
    'T6: %s is rejected at the limit, ten at once in 128 MiB',
    async (coding) => {
      const server = createEverythingServer(echo, { limits: { maxBodyBytes: mebibyte } });
      const listening = await listen(server, { port: 0, host: '127.0.0.1' });
      const before = process.memoryUsage().rss;
      let peak = before;
      // zlib works in threads of its own, so that the event loop is free to look.
      const look = setInterval(() => {
        peak = Math.max(peak, process.memoryUsage().rss);
      }, 1);
      try {
        const headers = { 'Content-Type': 'text/xml', 'Content-Encoding': coding, SOAPAction: '"urn:everything/Echo"' };
        const url = `http://127.0.0.1:${listening.port}/everything`;
        const post = () => fetch(url, { method: 'POST', headers, body: new Uint8Array(bombs[coding]) });
        const responses = await Promise.all(Array.from({ length: 10 }, post));
        for (const response of responses) {
          expect(response.status).toBe(413);
          expect(await response.text()).toContain(
            'limit maxBodyBytes (1048576) reached; raise it with limits.maxBodyBytes',
          );
        }
      } finally {
        clearInterval(look);
        await listening.close();
      }
      expect((peak - before) / mebibyte).toBeLessThan(128);
    },
  );
});

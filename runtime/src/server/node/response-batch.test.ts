import type { ServerResponse } from 'node:http';
import { expect, it } from 'vitest';
import { ResponseBatch } from './send-response.ts';

function response(sent: string[]): ServerResponse {
  return { end: (body: string) => sent.push(body) } as unknown as ServerResponse;
}

it('sends the responses of one turn together, in order, after reading all that has arrived', async () => {
  const outbox = new ResponseBatch(() => false);
  const sent: string[] = [];
  outbox.end(response(sent), 'a');
  outbox.end(response(sent), 'b');
  await Promise.resolve();
  expect(sent).toEqual([]);
  await new Promise((resolve) => setImmediate(resolve));
  expect(sent).toEqual(['a', 'b']);
  outbox.end(response(sent), 'c');
  await new Promise((resolve) => setImmediate(resolve));
  expect(sent).toEqual(['a', 'b', 'c']);
});

it('does not delay a response behind a handler that keeps the thread busy', () => {
  const outbox = new ResponseBatch(() => false);
  const sent: string[] = [];
  outbox.end(response(sent), 'a');
  const until = performance.now() + 3;
  while (performance.now() < until);
  outbox.end(response(sent), 'b');
  expect(sent).toEqual(['a', 'b']);
});

it('sends the response to a single caller at once', () => {
  const outbox = new ResponseBatch(() => true);
  const sent: string[] = [];
  outbox.end(response(sent), 'a');
  expect(sent).toEqual(['a']);
});

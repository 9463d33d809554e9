import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { anySignal } from './any-signal.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const timeLimit = (): AbortSignal => anySignal([AbortSignal.timeout(100)]);

it('aborts at the time limit of a signal that nobody else holds', async () => {
  const signal = anySignal([timeLimit(), new AbortController().signal]);
  const aborted = new Promise((resolve) => signal.addEventListener('abort', resolve));
  collectGarbage();
  await aborted;
  expect(signal.reason).toMatchObject({ name: 'TimeoutError' });
});

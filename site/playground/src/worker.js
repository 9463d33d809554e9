import { answer } from './answer.js';

export { answer };

/** The last question: parts of earlier ones are not sent. */
let latest = 0;

globalThis.addEventListener?.('message', async ({ data: { id, question } }) => {
  latest = id;
  try {
    for await (const part of answer(question)) {
      if (id !== latest) return;
      globalThis.postMessage({ id, ...part });
      // A newer question can arrive.
      await new Promise((resolve) => setTimeout(resolve));
    }
    globalThis.postMessage({ id, part: 'end' });
  } catch (error) {
    globalThis.postMessage({ id, part: 'failed', message: error instanceof Error ? error.message : String(error) });
  }
});

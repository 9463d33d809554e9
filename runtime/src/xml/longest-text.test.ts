import { expect, it } from 'vitest';
import { XmlBytesReader } from './bytes-reader.ts';

it('a value that is longer than the longest string is an error with its path', () => {
  const message = new Uint8Array(3 + 2 ** 29 + 4).fill(0x61);
  message.set(new TextEncoder().encode('<r>'));
  message.set(new TextEncoder().encode('</r>'), message.length - 4);
  const reader = new XmlBytesReader(message);
  reader.openRoot();
  expect(() => reader.text()).toThrow(
    expect.objectContaining({
      code: 'limit',
      path: 'r',
      message: 'r: its text is longer than the longest string',
    }),
  );
});

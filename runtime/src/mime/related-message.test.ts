import { expect, it } from 'vitest';
import { memorySpool } from '../spool/memory-spool.ts';
import { SpoolBudget } from '../spool/spool.ts';
import { withDefaults } from '../xml/limits.ts';
import { RelatedMessage } from './related-message.ts';
import { relatedType } from './related-type.ts';

it('keeps nothing of the buffers that its pieces are in', async () => {
  const type = relatedType('multipart/related; boundary=b');
  if (type === undefined) throw new Error('The type is not read.');
  const limits = { ...withDefaults(undefined), maxParts: 10, maxPartHeaderBytes: 1000 };
  const text = `--b\r\n\r\n<root/>\r\n--b\r\nContent-ID: <a>\r\n\r\n${'content\r\n--'.repeat(50)}\r\n--b--`;
  // One buffer for all pieces, as servers reuse theirs; a Buffer of Node is a view of a larger one.
  const buffer = Buffer.alloc(1000).subarray(100, 200);
  for (const size of [1, 7, 100]) {
    const message = new RelatedMessage(type, { limits, spool: memorySpool(), budget: new SpoolBudget(limits) });
    for (let at = 0; at < text.length; at += size) {
      const length = buffer.write(text.slice(at, at + size));
      await message.add(buffer.subarray(0, length));
      buffer.fill(0);
    }
    const { root, parts } = message.end();
    expect(new TextDecoder().decode(root)).toBe('<root/>');
    const { blob, bytes } = parts.get('a') ?? {};
    expect(new TextDecoder().decode(await blob?.arrayBuffer())).toBe('content\r\n--'.repeat(50));
    expect(new TextDecoder().decode(bytes)).toBe('content\r\n--'.repeat(50));
  }
});

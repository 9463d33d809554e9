/**
 * UTF-16 without its byte order mark as UTF-8; undefined for an odd number of bytes or a lone surrogate. Both platforms
 * use it: a message in UTF-16 is rare, and TextDecoder knows UTF-16 on some of them only.
 */
export function utf16ToUtf8(data: Uint8Array, littleEndian: boolean): Uint8Array | undefined {
  if (data.length % 2 !== 0) return undefined;
  const high = littleEndian ? 1 : 0;
  const low = 1 - high;
  // A unit takes three bytes at most; a pair of them four.
  const target = new Uint8Array((data.length / 2) * 3);
  let to = 0;
  for (let at = 0; at < data.length; at += 2) {
    let point = ((data[at + high] as number) << 8) | (data[at + low] as number);
    if (point < 0x80) {
      target[to++] = point;
      continue;
    }
    if (point < 0x800) {
      target[to++] = 0xc0 | (point >> 6);
      target[to++] = 0x80 | (point & 0x3f);
      continue;
    }
    if (point >= 0xd800 && point <= 0xdfff) {
      at += 2;
      if (point > 0xdbff || at >= data.length) return undefined;
      const trail = ((data[at + high] as number) << 8) | (data[at + low] as number);
      if (trail < 0xdc00 || trail > 0xdfff) return undefined;
      point = 0x10000 + ((point - 0xd800) << 10) + (trail - 0xdc00);
      target[to++] = 0xf0 | (point >> 18);
      target[to++] = 0x80 | ((point >> 12) & 0x3f);
    } else target[to++] = 0xe0 | (point >> 12);
    target[to++] = 0x80 | ((point >> 6) & 0x3f);
    target[to++] = 0x80 | (point & 0x3f);
  }
  return target.slice(0, to);
}

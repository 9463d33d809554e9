import { expect, it } from 'vitest';
import { collapsed } from './saml-element.ts';

it('removes white space of XML around a value, in linear time', () => {
  expect(collapsed(' \t\r\na b\n')).toBe('a b');
  expect(collapsed('\u00a0a\u00a0')).toBe('\u00a0a\u00a0');
  expect(collapsed('  ')).toBe('');
  expect(collapsed(undefined)).toBeUndefined();
  const spaces = ' '.repeat(200_000);
  const start = performance.now();
  expect(collapsed(`x${spaces}x`)).toHaveLength(200_002);
  expect(performance.now() - start).toBeLessThan(200);
});

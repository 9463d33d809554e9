import { expect, it } from 'vitest';
import { uploadId } from './upload-id.ts';

it('ids of uploads begin alike for about a minute, and go through all folders', () => {
  const ids = [0, 65_535, 65_536, 255 * 65_536, 256 * 65_536].map((time) => uploadId(time));
  expect(ids.map((id) => id.slice(0, 2))).toEqual(['00', '00', '01', 'ff', '00']);
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{32}$/);
  expect(new Set(ids.map((id) => id.slice(2))).size).toBe(ids.length);
});

import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { record, svgOf } from '../../docs/images/call.js';

it('the picture of the README shows what the command prints', async () => {
  const steps = await record();
  expect(steps).toHaveLength(3);
  expect(steps[1]?.output).toContain('perhaps number is meant');
  expect(steps[2]?.output).toContain('"title": "Printer on fire"');
  expect(svgOf(steps)).toBe(readFileSync(new URL('../../docs/images/call.svg', import.meta.url), 'utf8'));
});

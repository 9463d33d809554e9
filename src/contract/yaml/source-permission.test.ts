import { expect, it, vi } from 'vitest';
import { readSource } from './source.ts';

// root can read every file, so the missing permission is simulated.
vi.mock('node:fs', async (original) => ({
  ...(await original<typeof import('node:fs')>()),
  openSync: () => {
    throw Object.assign(new Error('EACCES: permission denied'), { code: 'EACCES' });
  },
}));

it('fails with 3 on a file without read permission', () => {
  expect(readSource('secret.yaml').diagnostics).toMatchObject([
    { code: 'SW1003', exit: 3, file: 'secret.yaml', message: 'No permission to read secret.yaml.' },
  ]);
});

import { describe, expect, it } from 'vitest';
import { bundle } from '../../../../test/support/bundle.ts';

describe('a bundle', () => {
  it('of a client with a UsernameToken has nothing of signatures, encryption and assertions', async () => {
    const { modules } = await bundle(`export { security } from '@soapwright/security';`, 'browser');
    const own = modules.filter((id) => id.includes('/security/src/'));
    expect(own.filter((id) => /\/(?:canonical|encryption|saml|node)\//.test(id))).toEqual([]);
    expect(own.map((id) => id.replace('/security/src/', '')).sort()).toEqual(
      ['client.ts', 'names.ts', 'password.ts', 'sha1.ts', 'xml-text.ts'].sort(),
    );
  });

  it('of a server without message security has nothing of it', async () => {
    const { modules } = await bundle(`export { createServer } from '@soapwright/runtime/server';`, 'node');
    expect(modules.filter((id) => id.includes('/security/'))).toEqual([]);
  });
});

import { afterEach, describe, expect, it } from 'vitest';
import {
  basicGuard,
  digestGuard,
  type Guard,
  ntlmGuard,
  type SignInServer,
  signInServer,
} from '../../support/runtime/sign-in-server.ts';
import { runProgram } from '../support/program.ts';
import { user } from './service.ts';

let server: SignInServer;
afterEach(() => server.close());

/** The test server is right, as another client sees it. */
describe('curl signs in to the server of our tests', () => {
  it.each<[string, Guard]>([
    ['basic', basicGuard(user.user, user.password)],
    ['digest', digestGuard(user)],
    ['digest', digestGuard({ ...user, algorithm: 'MD5-sess' })],
    ['digest', digestGuard({ ...user, algorithm: 'SHA-256', userhash: true })],
    ['digest', digestGuard({ ...user, algorithm: 'SHA-256-sess' })],
    ['digest', digestGuard({ ...user, qop: '' })],
    ['ntlm', ntlmGuard(user)],
  ])('by %s', async (scheme, guard) => {
    server = await signInServer(guard);
    const name = scheme === 'ntlm' ? `${user.domain}\\${user.user}` : user.user;
    const call = (password: string): Promise<string> =>
      runProgram('curl', ['-s', '-o', '/dev/null', '-w', '%{http_code}', `--${scheme}`, '-K', '-', server.address], {
        input: `user = "${name.replace('\\', '\\\\')}:${password}"\ndata = "hello"\n`,
      });
    expect(await call(user.password)).toBe('200');
    expect(await call('wrong')).toBe('401');
  });
});

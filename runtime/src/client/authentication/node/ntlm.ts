import { randomBytes } from 'node:crypto';
import { ClientError } from '../../client-error.ts';
import { checkUser } from '../basic.ts';
import { badHandshake } from '../refusals.ts';
import type { ConnectionScheme, Handshake, SchemeOptions } from '../scheme.ts';
import { SchemesAuthentication } from '../schemes-authentication.ts';
import { endPointHash } from './channel-binding.ts';
import { authenticateMessage, fileTime, hashedBindings, negotiateMessage, readChallenge } from './ntlm-messages.ts';

export interface NtlmOptions extends SchemeOptions {
  /** The account's name, or `name@domain`. */
  readonly user: string;
  readonly password: string;
  /** The account's domain; default none, which a user of the form `name@domain` needs. */
  readonly domain?: string | undefined;
  /** The name of this machine, which servers log; default none. */
  readonly workstation?: string | undefined;
}

/**
 * NTLM (MS-NTHT): NTLMv2 alone, with the hash of the server's certificate over TLS (Extended Protection). A connection is
 * signed in by its first call, and used by the calls that follow. Needs `httpTransport()` of Node.
 *
 * @throws {ClientError} `invalid-options`.
 */
export function ntlm(options: NtlmOptions): SchemesAuthentication {
  const { user, password, domain = '', workstation = '', allowHttp = false, realm } = options;
  checkUser('NTLM', user, password);
  if (user.includes('\\')) {
    throw new ClientError(
      'invalid-options',
      'The user of ntlm() has a backslash: pass its domain as the option domain.',
    );
  }
  const names = { user, password, domain, workstation };
  const handshake = ({ url }: { readonly url: string }): Handshake => {
    const negotiate = negotiateMessage();
    let takesBody = false;
    return {
      get takesBody() {
        return takesBody;
      },
      start: async () => negotiate.toString('base64'),
      next: async (token, certificate) => {
        if (takesBody) throw badHandshake('NTLM', 'the server sends a challenge after the last message');
        const challenge = readChallenge(Buffer.from(token, 'base64'));
        takesBody = true;
        const message = authenticateMessage({
          ...names,
          negotiate,
          challenge,
          targetName: `HTTP/${new URL(url).hostname}`,
          channelBindings: certificate && hashedBindings(endPointHash(Buffer.from(certificate))),
          clientNonce: randomBytes(8),
          now: fileTime(Date.now()),
        });
        return message.toString('base64');
      },
    };
  };
  const scheme: ConnectionScheme = { name: 'NTLM', strength: 4, allowHttp, realm, everyRequest: false, handshake };
  return new SchemesAuthentication([scheme]);
}

import type { Call, Interceptor } from '@soapwright/runtime/client';
import { security } from '@soapwright/security';
import { needsKeys, type ResolvedService, type SecurityDemand, type SoapVersion } from '../../contract/index.ts';

/** What requests have in their WS-Security header block. */
export type MessageDemand = Pick<SecurityDemand, 'usernameToken' | 'timestamp'>;

export type SecurityProfile = 'username-token' | 'username-token-digest' | 'docusign' | 'onvif' | 'workday';

/** What providers demand in their requests, by the names of their profiles. */
export const securityProfiles: Readonly<Record<SecurityProfile, MessageDemand>> = {
  'username-token': { usernameToken: 'text' },
  'username-token-digest': { usernameToken: 'digest' },
  docusign: { usernameToken: 'text' },
  onvif: { usernameToken: 'digest' },
  workday: { usernameToken: 'text', timestamp: true },
};

/** The first alternative of the contract with a block of WS-Security and without HTTP authentication; undefined without one. */
export function demandOf({ portTypes }: ResolvedService): MessageDemand | undefined {
  return portTypes
    .flatMap((portType) => portType.security)
    .find(
      (one) => (one.usernameToken ?? one.timestamp) && !one.httpAuthentication && !needsKeys(one) && !one.assertion,
    );
}

/** A user and a password for the requests of a command. */
export interface MessageCredentials {
  readonly user: string;
  readonly password: string;
  readonly allowHttp: boolean;
}

/** Makes the Security header block of each request. @param credentials for a demand with a UsernameToken. */
export class MessageSecurity {
  /** Sends a new block with each call of a client. */
  readonly interceptor: Interceptor;

  constructor({ usernameToken: type, timestamp }: MessageDemand, credentials: MessageCredentials | undefined) {
    const usernameToken = type && credentials && { user: credentials.user, password: credentials.password, type };
    this.interceptor = security({ usernameToken, timestamp, allowHttp: credentials?.allowHttp });
  }

  /** A new block. @throws {ClientError} `insecure-address` for a password over http. */
  async block(version: SoapVersion, address: string): Promise<string> {
    let blocks: Call['headerBlocks'] = [];
    // An interceptor for header blocks reads nothing else of a call.
    const call = { soapVersion: version, address, headerBlocks: blocks } as Partial<Call> as Call;
    await this.interceptor(async (sent) => {
      blocks = sent.headerBlocks;
      return {
        output: undefined,
        httpStatus: 200,
        headerBlocks: [],
        httpHeader: () => undefined,
        httpHeaders: () => [],
      };
    })(call);
    return blocks.join('');
  }
}

import type { ResolvedService } from '../contract/index.ts';
import { type Diagnostic, fetching as kinds, report } from '../diagnostics/index.ts';
import { type AccessOptions, readCredentials } from '../fetch/index.ts';
import {
  demandOf,
  type MessageDemand,
  MessageSecurity,
  type SecurityProfile,
  securityProfiles,
} from '../messages/index.ts';

/** How the requests of a command are signed in: by WS-Security, by HTTP, or both. */
export interface SignIn {
  /** Undefined where requests have no Security block. */
  readonly security: MessageSecurity | undefined;
  /** What is left for HTTP. */
  readonly access: AccessOptions;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Sends a user and password as the profile says, else as the contract demands, unless `--auth` sends them by HTTP: `--auth`
 * beside a profile sends both.
 */
export function signInOf(
  service: ResolvedService,
  profile: SecurityProfile | undefined,
  options: AccessOptions,
  address: string,
): SignIn {
  const { user, passwordFrom, auth, allowHttp = false } = options;
  const demand: MessageDemand | undefined =
    profile === undefined ? (auth === undefined ? demandOf(service) : undefined) : securityProfiles[profile];
  const none = { security: undefined, access: options, diagnostics: [] };
  if (demand === undefined) return none;
  if (demand.usernameToken === undefined) return { ...none, security: new MessageSecurity(demand, undefined) };
  if (passwordFrom === undefined || (user === undefined && passwordFrom !== 'netrc')) {
    const lacking = user === undefined ? '--user' : '--password-from';
    const given = user === undefined ? '--profile' : '--user';
    const isWrong = profile !== undefined || user !== undefined;
    return { ...none, diagnostics: isWrong ? [report(kinds.lonelyOption, { given, lacking })] : [] };
  }
  const surroundings = { current: process.cwd(), environment: process.env };
  const { credentials, diagnostics } = readCredentials(options, address, surroundings);
  if (credentials === undefined) return { ...none, diagnostics };
  const account = { user: credentials.user, password: credentials.secret, allowHttp };
  const { user: _, passwordFrom: __, prompted: ___, ...others } = options;
  return {
    security: new MessageSecurity(demand, account),
    access: auth === undefined ? others : options,
    diagnostics: [],
  };
}

import { type MessageDemand, messageDemandWords } from './message-demand.ts';

/** How a password is in a UsernameToken: as it is, or as a hash with a nonce and the time. */
export const tokenTypes = ['text', 'digest'] as const;

/** Schemes of HTTP authentication, in the words of contracts. */
export const httpSchemes = ['basic', 'digest', 'ntlm', 'negotiate', 'bearer'] as const;

export type TokenType = (typeof tokenTypes)[number];
export type HttpScheme = (typeof httpSchemes)[number];

/** An assertion of a policy that generated code does not meet: its local name, such as `RequireDerivedKeys`. */
export type UnmetDemand = string;

/** What a service demands of the requests of a caller: one alternative of a policy. Empty: nothing. */
export interface SecurityDemand extends MessageDemand {
  /** WS-Security UsernameToken. */
  readonly usernameToken?: TokenType | undefined;
  /** WS-Security Timestamp. */
  readonly timestamp?: true | undefined;
  readonly httpAuthentication?: HttpScheme | undefined;
  /** A certificate of the client in TLS. */
  readonly clientCertificate?: true | undefined;
  /** In the order of the policy; absent rather than empty. */
  readonly unmet?: readonly UnmetDemand[] | undefined;
}

/** Whether messages are signed or encrypted, so that both sides need keys. */
export function needsKeys({ signature, encryption }: SecurityDemand): boolean {
  return (signature ?? encryption) !== undefined;
}

/** Whether a caller gives something for it: the client sends a Timestamp by itself. */
export function needsCredentials(demand: SecurityDemand): boolean {
  const { usernameToken, httpAuthentication, clientCertificate, assertion } = demand;
  return (usernameToken ?? httpAuthentication ?? clientCertificate ?? assertion) !== undefined || needsKeys(demand);
}

/** The alternatives, each once. */
export function distinctDemands(all: readonly SecurityDemand[]): readonly SecurityDemand[] {
  return [...new Map(all.map((one) => [demandKey(one), one])).values()];
}

/** The alternatives that clients meet. */
export function metDemands(all: readonly SecurityDemand[]): readonly SecurityDemand[] {
  return all.filter(({ unmet }) => unmet === undefined);
}

/** Whether messages that meet the second demand meet the first one too. */
export function isMetBy(demand: SecurityDemand, sent: SecurityDemand): boolean {
  const { unmet = [], ...kinds } = demand;
  const isSent = (key: keyof typeof kinds): boolean => kinds[key] === undefined || kinds[key] === sent[key];
  return (
    isSent('usernameToken') &&
    isSent('timestamp') &&
    isSent('httpAuthentication') &&
    isSent('clientCertificate') &&
    isMetByMessages(demand, sent) &&
    unmet.every((one) => sent.unmet?.includes(one) === true)
  );
}

/** Clients refuse responses that lack a signature or cipher text, too. */
function isMetByMessages(demand: MessageDemand, sent: MessageDemand): boolean {
  const [demanded, given] = [messageDemandWords(demand), messageDemandWords(sent)];
  const isExpecting = (sent.signature?.response ?? sent.encryption?.response) !== undefined;
  return (demanded.length === 0 && !isExpecting) || demanded.join() === given.join();
}

/** In the words of a contract: `usernameToken: digest, timestamp`; "nothing" without demands. */
export function demandText({ unmet = [], ...kinds }: SecurityDemand): string {
  const words = (['usernameToken', 'timestamp', 'httpAuthentication', 'clientCertificate'] as const).flatMap((key) => {
    const value = kinds[key];
    if (value === undefined) return [];
    return value === true ? [key] : [`${key}: ${value}`];
  });
  const all = [...words, ...messageDemandWords(kinds), ...unmet];
  return all.length === 0 ? 'nothing' : all.join(', ');
}

function demandKey(one: SecurityDemand): string {
  return demandText({ ...one, unmet: one.unmet && [...one.unmet].sort() });
}

import { type MessagePart, needsKeys, type SecurityDemand, suiteAlgorithms } from '../contract/index.ts';
import { flatText, type Literal } from './code.ts';
import { stringLiteral } from './literal.ts';

type Entry = readonly [key: string, value: Literal];

/** Uses of keys, by the names of the options of `messageKeys` and `serverMessageKeys`. */
type KeyUse = 'key' | 'trust' | 'receiver' | 'decryptionKeys' | 'assertions' | 'allowSha1' | 'allowCbc';

/** The alternatives that sign or encrypt messages, as data of generated code, each once. */
export function messageDemands(demands: readonly SecurityDemand[]): Literal {
  const all = demands.filter(needsKeys).map(demandLiteral);
  return { list: [...new Map(all.map((one) => [flatText(one), one])).values()] };
}

/** What the caller's keys are for. */
export function clientUses(demand: SecurityDemand): readonly KeyUse[] {
  const { signature, encryption } = demand;
  return [
    ...(signature?.request ? (['key'] as const) : []),
    ...(signature?.response ? (['trust'] as const) : []),
    ...(encryption?.request ? (['receiver'] as const) : []),
    ...(encryption?.response ? (['decryptionKeys'] as const) : []),
    ...consents(demand),
  ];
}

/** What the service's keys are for. */
export function serverUses(demand: SecurityDemand): readonly KeyUse[] {
  const { signature, encryption, assertion } = demand;
  return [
    ...(signature?.response ? (['key'] as const) : []),
    ...(signature?.request && assertion !== 'holder-of-key' ? (['trust'] as const) : []),
    ...(assertion === undefined || assertion === 'bearer' ? [] : (['assertions'] as const)),
    ...(encryption?.response && !signature?.request ? (['receiver'] as const) : []),
    ...(encryption?.request ? (['decryptionKeys'] as const) : []),
    ...consents(demand),
  ];
}

/** Types of keys for alternatives, each once. @param type `ClientKeys` or `ServerKeys`, with its module. */
export function keysTypes(type: string, uses: readonly (readonly KeyUse[])[]): readonly string[] {
  const members = uses.map((one) => `${type}<${one.map(stringLiteral).join(' | ') || 'never'}>`);
  return [...new Set(members)];
}

function consents({ signature, encryption, algorithmSuite = '' }: SecurityDemand): readonly KeyUse[] {
  const { hash, data = '' } = suiteAlgorithms(algorithmSuite) ?? {};
  return [
    ...(signature !== undefined && hash === 'sha1' ? (['allowSha1'] as const) : []),
    ...(encryption !== undefined && data.endsWith('cbc') ? (['allowCbc'] as const) : []),
  ];
}

function demandLiteral(demand: SecurityDemand): Literal {
  const { callerKey, serviceKey, assertion } = demand;
  const entries: readonly (Entry | undefined)[] = [
    signatureEntry(demand),
    encryptionEntry(demand),
    callerKey && ['callerKey', stringLiteral(callerKey)],
    serviceKey && ['serviceKey', stringLiteral(serviceKey)],
    assertion && assertion !== 'bearer' ? ['assertion', stringLiteral(assertion)] : undefined,
  ];
  return { object: entries.filter((one) => one !== undefined) };
}

function signatureEntry({ signature, timestamp, algorithmSuite = '', ...keys }: SecurityDemand): Entry | undefined {
  if (signature === undefined) return undefined;
  const { request, response, certificate, confirmed } = signature;
  const isSent = (name: string | undefined): boolean => name === undefined || name === 'pki-path';
  const parts = (own: readonly MessagePart[], key: string | undefined): Literal => ({
    list: [
      ...own.map(partLiteral),
      ...(timestamp ? [stringLiteral('Timestamp')] : []),
      ...(certificate && isSent(key) ? [stringLiteral('BinarySecurityToken')] : []),
    ],
  });
  const isOld = suiteAlgorithms(algorithmSuite)?.hash === 'sha1';
  const entries: readonly (Entry | undefined)[] = [
    request && ['request', parts(request, keys.callerKey)],
    response && ['response', parts(response, keys.serviceKey)],
    isOld ? ['hash', stringLiteral('sha1')] : undefined,
    confirmed && ['confirmed', 'true'],
  ];
  return ['signature', { object: entries.filter((one) => one !== undefined) }];
}

function encryptionEntry({ encryption, signature: signed, algorithmSuite = '' }: SecurityDemand): Entry | undefined {
  const algorithms = suiteAlgorithms(algorithmSuite);
  if (encryption === undefined || algorithms === undefined) return undefined;
  const { request, response, signature, first } = encryption;
  const parts = (own: readonly MessagePart[], isSigned: boolean): Literal => ({
    list: [...own.map(partLiteral), ...(signature && isSigned ? [stringLiteral('Signature')] : [])],
  });
  const entries: readonly (Entry | undefined)[] = [
    request && ['request', parts(request, signed?.request !== undefined)],
    response && ['response', parts(response, signed?.response !== undefined)],
    ['algorithm', stringLiteral(algorithms.data)],
    ['keyAlgorithm', stringLiteral(algorithms.key)],
    first && ['first', 'true'],
  ];
  return ['encryption', { object: entries.filter((one) => one !== undefined) }];
}

function partLiteral(part: MessagePart): Literal {
  if (typeof part === 'string') return stringLiteral(part);
  const { namespace, local, required } = part;
  const entries: readonly (Entry | undefined)[] = [
    ['namespace', stringLiteral(namespace)],
    local === undefined ? undefined : ['local', stringLiteral(local)],
    required ? undefined : ['optional', 'true'],
  ];
  return { object: entries.filter((one) => one !== undefined) };
}

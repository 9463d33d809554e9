import { type Findings, contract as kinds, type Range } from '../../../diagnostics/index.ts';
import { signedMessages } from '../../language/index.ts';
import {
  algorithmSuites,
  assertionMethods,
  type EncryptionDemand,
  isAllSigned,
  keyReferences,
  type MessageDemand,
  type MessagePart,
  type MessageParts,
  orderedParts,
  partOf,
  type SignatureDemand,
  suiteAlgorithms,
  usualSuite,
} from '../../model/index.ts';
import { type Entries, readConstruct } from '../entries.ts';
import { readMap, readNames } from '../values.ts';
import type { MapEntry } from '../yaml-node.ts';

/** What `security` says of signatures, encryption and assertions. @param at the place of the demand. */
export function readMessageDemand(entries: Entries, at: Range, findings: Findings): MessageDemand {
  const encryption = readEncryption(entries.get('encryption'), findings);
  const said = readSignature(entries.get('signature'), findings);
  // The policy of a binding with a Timestamp has it signed, and what is encrypted is signed then.
  const signature = said ?? (encryption && entries.flag('timestamp') ? signatureOf(encryption) : undefined);
  const isSecured = (signature ?? encryption) !== undefined;
  const suite = entries.choice('algorithmSuite', algorithmSuites, 'algorithm suite');
  const assertion = entries.choice('assertion', assertionMethods, 'confirmation of an assertion');
  const callerKey = keyReference(entries, 'callerKey');
  const serviceKey = keyReference(entries, 'serviceKey');
  const found: MessageDemand = {
    ...(signature && { signature }),
    ...(encryption && { encryption }),
    ...(assertion && { assertion }),
    ...(isSecured && { algorithmSuite: suite ?? usualSuite(encryption !== undefined) }),
    ...(isSecured && callerKey && { callerKey }),
    ...(isSecured && serviceKey && { serviceKey }),
  };
  const isStamped = entries.flag('timestamp');
  const reason = contradiction(found, isStamped);
  if (reason !== undefined) findings.add(kinds.unsecurable, { reason }, at);
  return found;
}

function signatureOf({ request = [], response = [] }: EncryptionDemand): SignatureDemand {
  return { request, response };
}

/** How a message names a key; undefined for the usual way. */
function keyReference(entries: Entries, key: 'callerKey' | 'serviceKey') {
  const found = entries.choice(key, keyReferences, 'reference to a key');
  return found === 'binary-security-token' ? undefined : found;
}

function readSignature(entry: MapEntry | undefined, findings: Findings): SignatureDemand | undefined {
  const map = entry && readMap(entry.value, '"signature"', findings);
  if (map === undefined) return undefined;
  const entries = readConstruct(map, 'signature', findings);
  const { request, response } = readParts(entries.get('parts'), findings);
  const of = entries.choice('of', signedMessages, 'choice of messages');
  return {
    request,
    ...(of !== 'requests' && { response }),
    ...(entries.flag('certificate') && { certificate: true }),
    ...(entries.flag('confirmed') && { confirmed: true }),
  };
}

function readEncryption(entry: MapEntry | undefined, findings: Findings): EncryptionDemand | undefined {
  const map = entry && readMap(entry.value, '"encryption"', findings);
  if (map === undefined) return undefined;
  const entries = readConstruct(map, 'encryption', findings);
  const { request, response = [] } = readParts(entries.get('parts'), findings);
  return {
    request,
    ...(response.length > 0 && { response }),
    ...(entries.flag('signature') && { signature: true }),
    ...(entries.flag('first') && { first: true }),
  };
}

/** The parts of requests, and of responses, which have no UsernameToken. */
function readParts(entry: MapEntry | undefined, findings: Findings): MessageParts {
  const parts: readonly MessagePart[] =
    entry === undefined
      ? ['Body']
      : readNames(entry, findings).flatMap(({ text, at }): readonly MessagePart[] => {
          const part = partOf(text);
          if (part === undefined) findings.add(kinds.unsecurable, { reason: `there is no part "${text}"` }, at);
          return [part ?? 'Body'];
        });
  const isOfAll = parts.includes('Headers');
  const request = orderedParts(isOfAll ? parts.filter((part) => typeof part === 'string') : parts);
  return { request, response: request.filter((part) => part !== 'UsernameToken') };
}

/** Why a demand cannot be met; undefined if it can. */
function contradiction(demand: MessageDemand, isStamped: boolean): string | undefined {
  const { signature, encryption, assertion, algorithmSuite = '', callerKey } = demand;
  const isOneWay = signature !== undefined && signature.response === undefined;
  const isHidden = (part: MessagePart): boolean =>
    part === 'Headers' || (typeof part === 'object' && part.local === undefined);
  const rules: readonly (readonly [boolean, string])[] = [
    [assertion !== undefined && assertion !== 'bearer' && !signature, `an assertion of ${assertion} needs a signature`],
    [isOneWay && encryption !== undefined, 'with encryption, requests and responses are signed'],
    [isOneWay && signature?.confirmed === true, 'responses that are not signed confirm nothing'],
    [isOneWay && assertion === 'sender-vouches', 'an assertion that is vouched for needs signed responses'],
    [!isAllSigned(demand), 'what is encrypted is signed, too'],
    [signature?.request?.length === 0 && !isStamped, 'a signature without parts needs a timestamp'],
    [encryption?.signature === true && !signature, 'there is no signature to encrypt'],
    [
      encryption?.signature === true && encryption.first === true,
      'the signature of messages that are encrypted first is not encrypted',
    ],
    [encryption?.request?.some(isHidden) === true, 'header blocks are encrypted by their names'],
    [
      suiteAlgorithms(algorithmSuite)?.data.endsWith('cbc') === true &&
        encryption !== undefined &&
        !(encryption.first === true && signature !== undefined),
      `${algorithmSuite} has AES-CBC, which is read only under a signature over the cipher text: set first`,
    ],
    [
      signature?.request?.includes('Headers') === true && !signature.request.includes('Body'),
      'Headers go with the Body',
    ],
    [signature?.certificate === true && isLeftOut(demand), 'a certificate that is only named cannot be signed'],
    [assertion === 'holder-of-key' && callerKey !== undefined, 'an assertion of holder-of-key names the key itself'],
  ];
  return rules.find(([isBroken]) => isBroken)?.[1];
}

/** Whether a message names the certificate of its signer without containing it. */
function isLeftOut({ assertion, callerKey, serviceKey }: MessageDemand): boolean {
  return (
    assertion === 'holder-of-key' || [callerKey, serviceKey].some((key) => key !== undefined && key !== 'pki-path')
  );
}

import { createHash, createHmac } from 'node:crypto';
import { badChallenge, weakerScheme } from '../refusals.ts';
import { md4 } from './md4.ts';

/** Flags of MS-NLMP 2.2.2.5. */
const flags = {
  unicode: 0x1,
  requestTarget: 0x4,
  ntlm: 0x200,
  alwaysSign: 0x8000,
  extendedSession: 0x80000,
  targetInfo: 0x800000,
  version: 0x2000000,
  key128: 0x20000000,
  key56: 0x80000000,
} as const;
/** No key exchange: nothing is signed or sealed over HTTP, and the key of the MIC is that of the session. */
const wanted = Object.values(flags).reduce((all, flag) => (all | flag) >>> 0, 0);

const signature = Buffer.from('NTLMSSP\0');
/** Windows 10 with revision 15 of NTLM, which servers only log. */
const version = Buffer.from('0a00614a0000000f', 'hex');

/** Identifiers of target information (MS-NLMP 2.2.2.1). */
const av = { end: 0, flags: 6, timestamp: 7, targetName: 9, channelBindings: 10 } as const;

export interface NtlmUser {
  readonly user: string;
  readonly password: string;
  readonly domain: string;
  readonly workstation: string;
}

/** The first message. */
export function negotiateMessage(): Buffer {
  const message = Buffer.alloc(40);
  signature.copy(message);
  message.writeUInt32LE(1, 8);
  message.writeUInt32LE(wanted, 12);
  // Domain and workstation are empty, at the end.
  message.writeUInt32LE(40, 20);
  message.writeUInt32LE(40, 28);
  version.copy(message, 32);
  return message;
}

export interface NtlmChallenge {
  readonly flags: number;
  /** 8 bytes. */
  readonly nonce: Buffer;
  readonly targetInfo: readonly AvPair[];
  readonly bytes: Buffer;
}

export interface AvPair {
  readonly id: number;
  readonly value: Buffer;
}

/** Reads the message of the server. @throws {ClientError} `bad-challenge`, or `weaker-scheme` for servers of NTLMv1 alone. */
export function readChallenge(bytes: Buffer): NtlmChallenge {
  if (bytes.length < 32 || !bytes.subarray(0, 8).equals(signature))
    throw badChallenge('NTLM', 'is not a message of NTLM');
  const type = bytes.readUInt32LE(8);
  if (type !== 2) throw badChallenge('NTLM', `has the message type ${type}, where 2 is due`);
  const offered = bytes.readUInt32LE(20);
  if ((offered & flags.unicode) === 0) throw badChallenge('NTLM', 'offers no Unicode');
  if ((offered & flags.targetInfo) === 0 || bytes.length < 48) throw weakerScheme('NTLMv2', 'NTLMv1');
  return { flags: offered, nonce: bytes.subarray(24, 32), targetInfo: readPairs(field(bytes, 40)), bytes };
}

function field(bytes: Buffer, at: number): Buffer {
  const [length, offset] = [bytes.readUInt16LE(at), bytes.readUInt32LE(at + 4)];
  if (offset + length > bytes.length) throw badChallenge('NTLM', 'refers to bytes behind its end');
  return bytes.subarray(offset, offset + length);
}

function readPairs(bytes: Buffer): readonly AvPair[] {
  const pairs: AvPair[] = [];
  for (let at = 0; at + 4 <= bytes.length; ) {
    const [id, length] = [bytes.readUInt16LE(at), bytes.readUInt16LE(at + 2)];
    if (id === av.end) return pairs;
    if (at + 4 + length > bytes.length) break;
    pairs.push({ id, value: bytes.subarray(at + 4, at + 4 + length) });
    at += 4 + length;
  }
  throw badChallenge('NTLM', 'has target information without an end');
}

function writePairs(pairs: readonly AvPair[]): Buffer {
  return Buffer.concat(
    [...pairs, { id: av.end, value: Buffer.alloc(0) }].flatMap(({ id, value }) => {
      const head = Buffer.alloc(4);
      head.writeUInt16LE(id, 0);
      head.writeUInt16LE(value.length, 2);
      return [head, value];
    }),
  );
}

const utf16 = (text: string): Buffer => Buffer.from(text, 'utf16le');
const hmac = (key: Uint8Array, ...parts: readonly Uint8Array[]): Buffer => {
  const mac = createHmac('md5', key);
  for (const part of parts) mac.update(part);
  return mac.digest();
};

/** NTOWFv2 (MS-NLMP 3.3.2). */
export function ntlmKey({ user, password, domain }: Pick<NtlmUser, 'user' | 'password' | 'domain'>): Buffer {
  return hmac(md4(utf16(password)), utf16(user.toUpperCase() + domain));
}

export interface Ntlmv2Input {
  readonly key: Buffer;
  /** Of the server, 8 bytes. */
  readonly nonce: Buffer;
  /** Of the client, 8 bytes. */
  readonly clientNonce: Buffer;
  /** FILETIME, 8 bytes. */
  readonly time: Buffer;
  readonly targetInfo: Buffer;
}

export interface Ntlmv2Responses {
  readonly response: Buffer;
  readonly lmResponse: Buffer;
  /** Its key of the session, 16 bytes. */
  readonly sessionKey: Buffer;
}

/** The responses of NTLMv2 and the key of the session (MS-NLMP 3.3.2). */
export function ntlmv2Responses({ key, nonce, clientNonce, time, targetInfo }: Ntlmv2Input): Ntlmv2Responses {
  const head = Buffer.from([1, 1, 0, 0, 0, 0, 0, 0]);
  const temp = Buffer.concat([head, time, clientNonce, Buffer.alloc(4), targetInfo, Buffer.alloc(4)]);
  const proof = hmac(key, nonce, temp);
  return {
    response: Buffer.concat([proof, temp]),
    lmResponse: Buffer.concat([hmac(key, nonce, clientNonce), clientNonce]),
    sessionKey: hmac(key, proof),
  };
}

export interface AuthenticateInput extends NtlmUser {
  readonly negotiate: Buffer;
  readonly challenge: NtlmChallenge;
  /** `HTTP/` and the host. */
  readonly targetName: string;
  /** Of the certificate with TLS: 16 bytes (RFC 5929, in the form of GSS-API). */
  readonly channelBindings: Buffer | undefined;
  readonly clientNonce: Buffer;
  /** FILETIME of now, for servers that send no time. */
  readonly now: Buffer;
}

/** The last message, with the MIC over all three if the server sends its time. */
export function authenticateMessage(input: AuthenticateInput): Buffer {
  const { user, domain, workstation, negotiate, challenge, clientNonce } = input;
  const received = challenge.targetInfo;
  const time = received.find(({ id }) => id === av.timestamp)?.value;
  const hasMic = time?.length === 8;
  const own: AvPair[] = [{ id: av.targetName, value: utf16(input.targetName) }];
  own.push({ id: av.channelBindings, value: input.channelBindings ?? Buffer.alloc(16) });
  if (hasMic) own.push({ id: av.flags, value: withMicFlag(received) });
  const ids = new Set(own.map(({ id }) => id));
  const targetInfo = writePairs([...received.filter(({ id }) => !ids.has(id)), ...own]);
  const key = ntlmKey(input);
  const { nonce } = challenge;
  const answers = ntlmv2Responses({ key, nonce, clientNonce, time: hasMic ? time : input.now, targetInfo });
  const lm = hasMic ? Buffer.alloc(24) : answers.lmResponse;
  const parts = [lm, answers.response, utf16(domain), utf16(user), utf16(workstation), Buffer.alloc(0)];
  const head = Buffer.alloc(88);
  signature.copy(head);
  head.writeUInt32LE(3, 8);
  let offset = head.length;
  for (const [index, part] of parts.entries()) {
    const at = 12 + index * 8;
    head.writeUInt16LE(part.length, at);
    head.writeUInt16LE(part.length, at + 2);
    head.writeUInt32LE(offset, at + 4);
    offset += part.length;
  }
  head.writeUInt32LE((challenge.flags & wanted) >>> 0, 60);
  version.copy(head, 64);
  const message = Buffer.concat([head, ...parts]);
  if (hasMic) hmac(answers.sessionKey, negotiate, challenge.bytes, message).copy(message, 72);
  return message;
}

function withMicFlag(pairs: readonly AvPair[]): Buffer {
  const before = pairs.find(({ id }) => id === av.flags)?.value;
  const value = Buffer.alloc(4);
  value.writeUInt32LE(((before?.length === 4 ? before.readUInt32LE(0) : 0) | 2) >>> 0);
  return value;
}

/** 100 nanoseconds since 1601. */
export function fileTime(milliseconds: number): Buffer {
  const time = Buffer.alloc(8);
  time.writeBigUInt64LE((BigInt(milliseconds) + 11_644_473_600_000n) * 10_000n);
  return time;
}

/** MD5 of the channel bindings of GSS-API (RFC 2744, 3.11) with the data `tls-server-end-point`. */
export function hashedBindings(endPoint: Buffer): Buffer {
  const data = Buffer.concat([Buffer.from('tls-server-end-point:'), endPoint]);
  const head = Buffer.alloc(20);
  head.writeUInt32LE(data.length, 16);
  return createHash('md5').update(head).update(data).digest();
}

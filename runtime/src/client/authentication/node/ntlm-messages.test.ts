import { describe, expect, it } from 'vitest';
import { ClientError } from '../../client-error.ts';
import {
  authenticateMessage,
  fileTime,
  hashedBindings,
  negotiateMessage,
  ntlmKey,
  ntlmv2Responses,
  readChallenge,
} from './ntlm-messages.ts';

const hex = (text: string): Buffer => Buffer.from(text.replace(/\s/g, ''), 'hex');

/** MS-NLMP 4.2.1 and 4.2.4. */
const user = { user: 'User', password: 'Password', domain: 'Domain', workstation: 'COMPUTER' };
const nonce = hex('0123456789abcdef');
const clientNonce = hex('aaaaaaaaaaaaaaaa');
const targetInfo = hex('02000c0044006f006d00610069006e0001000c005300650072007600650072000000 0000');
const challengeBytes = hex(`4e544c4d53535000 02000000 0c000c00 38000000 33828ae2 0123456789abcdef 0000000000000000
  24002400 44000000 06007017 0000000f 530065007200760065007200 02000c0044006f006d00610069006e00
  01000c0053006500720076006500720000000000`);

describe('NTLMv2', () => {
  it('has the key and the responses of MS-NLMP 4.2.4', () => {
    const key = ntlmKey(user);
    expect(key.toString('hex')).toBe('0c868a403bfd7a93a3001ef22ef02e3f');
    const made = ntlmv2Responses({
      key,
      nonce,
      clientNonce,
      time: Buffer.alloc(8),
      targetInfo: targetInfo.subarray(0, 36),
    });
    expect(made.response.subarray(0, 16).toString('hex')).toBe('68cd0ab851e51c96aabc927bebef6a1c');
    expect(made.lmResponse.toString('hex')).toBe('86c35097ac9cec102554764a57cccc19aaaaaaaaaaaaaaaa');
    expect(made.sessionKey.toString('hex')).toBe('8de40ccadbc14a82f15cb0ad0de95ca3');
  });

  it('hashes the channel bindings as GSS-API has them', () => {
    // The pair that other clients of NTLM test with.
    const endPoint = hex('e3ca49271e5089cc48ce82109f1324f41dbeddc29a777410c738f7868c4ff405');
    expect(hashedBindings(endPoint).toString('hex')).toBe('6ea19df066da4622051f9c4f92c6df74');
  });

  it('takes the time of Windows', () => {
    expect(fileTime(Date.UTC(1970, 0, 1)).readBigUInt64LE()).toBe(116_444_736_000_000_000n);
  });
});

describe('the challenge', () => {
  it('of MS-NLMP 4.2.4.3 is read', () => {
    const { nonce: read, targetInfo: pairs } = readChallenge(challengeBytes);
    expect(read).toEqual(nonce);
    expect(pairs.map(({ id, value }) => [id, value.toString('utf16le')])).toEqual([
      [2, 'Domain'],
      [1, 'Server'],
    ]);
  });

  const changed = (at: number, value: number): Buffer => {
    const bytes = Buffer.from(challengeBytes);
    bytes.writeUInt32LE(value >>> 0, at);
    return bytes;
  };

  it.each<[string, Buffer, string]>([
    ['too short', challengeBytes.subarray(0, 20), 'bad-challenge'],
    ['of another protocol', changed(0, 0), 'bad-challenge'],
    ['of type 3', changed(8, 3), 'bad-challenge'],
    ['without Unicode', changed(20, 0xe28a8232), 'bad-challenge'],
    ['with target information behind its end', changed(44, 4_000), 'bad-challenge'],
    ['with target information without an end', changed(68, 0x40000002), 'bad-challenge'],
    ['of NTLMv1', changed(20, 0xe20a8233), 'weaker-scheme'],
  ])('%s is refused', (_, bytes, code) => {
    expect(() => readChallenge(bytes)).toThrowError(expect.objectContaining({ name: 'ClientError', code }));
    expect(() => readChallenge(bytes)).toThrowError(ClientError);
  });
});

describe('the last message', () => {
  const challenge = readChallenge(challengeBytes);
  const input = {
    ...user,
    negotiate: negotiateMessage(),
    challenge,
    targetName: 'HTTP/server',
    channelBindings: undefined,
    clientNonce,
    now: fileTime(0),
  };
  const field = (message: Buffer, at: number): Buffer =>
    message.subarray(message.readUInt32LE(at + 4), message.readUInt32LE(at + 4) + message.readUInt16LE(at));

  it('names user, domain and workstation, and has both responses', () => {
    const message = authenticateMessage(input);
    expect(message.readUInt32LE(8)).toBe(3);
    expect([28, 36, 44].map((at) => field(message, at).toString('utf16le'))).toEqual(['Domain', 'User', 'COMPUTER']);
    expect(field(message, 12)).toEqual(
      ntlmv2Responses({ key: ntlmKey(user), nonce, clientNonce, time: fileTime(0), targetInfo: Buffer.alloc(0) })
        .lmResponse,
    );
    expect(message.subarray(72, 88)).toEqual(Buffer.alloc(16));
  });

  it('never has a response of LM when the server sends its time, but a MIC', () => {
    const timed = Buffer.concat([challengeBytes.subarray(0, 100), hex('07000800 0011223344556677 00000000')]);
    timed.writeUInt16LE(36 + 12, 40);
    const message = authenticateMessage({ ...input, challenge: readChallenge(timed) });
    expect(field(message, 12)).toEqual(Buffer.alloc(24));
    expect(message.subarray(72, 88)).not.toEqual(Buffer.alloc(16));
    // The flag of the MIC, and the time of the server.
    expect(field(message, 20).includes(hex('0600040002000000'))).toBe(true);
    expect(field(message, 20).subarray(24, 32)).toEqual(hex('0011223344556677'));
  });
});

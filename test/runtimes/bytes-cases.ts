import type { Base64Fault } from '../../runtime/src/bytes/base64.ts';
import type { Bytes } from '../../runtime/src/bytes/bytes.ts';
import { utf16ToUtf8 } from '../../runtime/src/xml/encoding.ts';
import { check, same } from './assert.ts';
import type { Case } from './case.ts';
import { base64Of, bytesOf, latin1, strictBase64, utf8Of, utf16Of, validUtf8 } from './oracle.ts';
import { patterned, Random } from './random.ts';

/** Sizes around those at which implementations take another way. */
const sizes = [0, 1, 2, 3, 4, 15, 16, 17, 47, 48, 49, 63, 64, 65, 300, 4_096, 24_575, 24_576, 24_577, 100_003];

const faults: readonly (readonly [text: string, fault: Base64Fault])[] = [
  ['Q', 'padding'],
  ['QUJ', 'padding'],
  ['QQ=', 'padding'],
  ['QQ===', 'padding'],
  ['=', 'padding'],
  ['====', 'padding'],
  ['QUJD=', 'padding'],
  ['QQ==QUJD', 'padding'],
  ['QR==', 'stray-bits'],
  ['QUK=', 'stray-bits'],
  ['QUJ-', 'character'],
  ['QUJ_', 'character'],
  ['QU*D', 'character'],
  ['QUJ\xe9', 'character'],
  ['QUJ\0', 'character'],
  ['QUJD\x0b', 'character'],
  ['QUJD\x0c', 'character'],
  ['QUJD\xa0', 'character'],
];

/** @param name of the implementation. */
export function bytesCases(name: string, bytes: Bytes): Case[] {
  const decoded = (text: string): Uint8Array | Base64Fault => {
    const data = bytesOf(`#${text}#`);
    return bytes.decodeBase64(data, 1, data.length - 1);
  };
  const accepts = (text: string): void => {
    const found = decoded(text);
    same(typeof found === 'string' ? undefined : found, strictBase64(text), JSON.stringify(text.slice(0, 80)));
  };
  const cases: Record<string, () => void> = {
    'isAscii finds a high byte anywhere'() {
      for (let length = 0; length < 40; length++) {
        const room = new Uint8Array(length + 8).fill(0xff);
        for (let from = 0; from < 8; from++) {
          const data = room.fill(0x7f, from, from + length).subarray(from, from + length);
          check(bytes.isAscii(data), `${length} bytes of ASCII at ${from}`);
          for (let at = 0; at < length; at++) {
            data[at] = 0x80;
            check(!bytes.isAscii(data), `a high byte at ${at} of ${length}`);
            data[at] = 0x7f;
          }
          room.fill(0xff);
        }
      }
    },
    'isUtf8 judges all sequences of two bytes and the edges of longer ones'() {
      const edges = [0x00, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xff];
      const judge = (...sequence: number[]): void => {
        const data = Uint8Array.from(sequence);
        same(bytes.isUtf8(data), validUtf8(data), `isUtf8 of ${sequence}`);
      };
      for (let first = 0; first < 256; first++) {
        judge(first);
        for (let second = 0; second < 256; second++) judge(first, second);
        if (first < 0xe0) continue;
        for (const second of edges) {
          for (const third of edges) {
            judge(first, second, third);
            for (const fourth of first < 0xf0 ? [] : edges) judge(first, second, third, fourth);
          }
        }
      }
    },
    'UTF-8 is encoded, measured and decoded as RFC 3629 says'() {
      const random = new Random();
      for (let round = 0; round < 400; round++) {
        const text = random.text(random.below(round < 390 ? 40 : 5_000));
        const expected = utf8Of(text);
        same(bytes.encodeUtf8(text), expected, 'encodeUtf8');
        same(bytes.utf8Length(text), expected.length, 'utf8Length');
        const target = new Uint8Array(expected.length + 10);
        same(bytes.encodeUtf8Into(text, target, 5), expected.length, 'encodeUtf8Into');
        same(target.subarray(5, 5 + expected.length), expected, 'what encodeUtf8Into wrote');
        check(bytes.isUtf8(expected), 'isUtf8');
        same(bytes.decodeUtf8(target, 5, 5 + expected.length), text, 'decodeUtf8');
      }
    },
    'a byte order mark stays where it is'() {
      const data = bytesOf('\xef\xbb\xbfa\xef\xbb\xbf');
      same(bytes.decodeUtf8(data, 0, data.length), '\ufeffa\ufeff');
    },
    'ASCII is decoded by ranges'() {
      const text = Array.from({ length: 300 }, (_, at) => String.fromCharCode(at % 128)).join('');
      const data = bytesOf(text).subarray(3);
      for (const [from, to] of [
        [0, 0],
        [0, 297],
        [5, 9],
        [290, 297],
      ] as const) {
        same(bytes.decodeAscii(data, from, to), text.slice(3 + from, 3 + to));
      }
    },
    'indexOf finds the first from there on'() {
      const data = bytesOf('a<b<c');
      same([0, 1, 2, 4, 5].map((from) => bytes.indexOf(data, 0x3c, from)).join(), '1,1,3,-1,-1');
    },
    'base64 is written as RFC 4648 says'() {
      const random = new Random();
      for (const size of sizes) {
        const data = random.bytes(size + 3).subarray(3);
        const expected = base64Of(data);
        same(bytes.encodeBase64(data), expected, `${size} bytes`);
        const target = new Uint8Array(expected.length + 8).fill(0x23);
        bytes.encodeBase64Into(data, target, 5);
        same(latin1(target), `#####${expected}###`, `${size} bytes, into memory`);
      }
    },
    'R4: base64 is read, in memory of its own'() {
      const random = new Random();
      for (const size of sizes) {
        const data = random.bytes(size);
        const found = decoded(base64Of(data));
        same(found, data, `${size} bytes`);
        same(typeof found !== 'string' && found.buffer.byteLength, size, 'the memory of the read bytes');
      }
    },
    'R4: white space is let through anywhere'() {
      const random = new Random();
      for (let round = 0; round < 200; round++) {
        const data = random.bytes(random.below(400));
        let text = base64Of(data);
        for (let more = random.below(6); more >= 0; more--) {
          const at = random.below(text.length + 1);
          text = text.slice(0, at) + random.pick([' ', '\t', '\n', '\r', '\r\n']) + text.slice(at);
        }
        same(decoded(text), data, JSON.stringify(text));
      }
    },
    'R4: lines of any length are put together'() {
      const data = patterned(33_000);
      const text = base64Of(data);
      for (const [width, end] of [
        [76, '\r\n'],
        [76, '\n'],
        [64, '\n'],
        [72, '\r'],
        [61, '\n'],
        [1, ' '],
      ] as const) {
        const lines = text.replace(new RegExp(`.{${width}}`, 'g'), `$&${end}`);
        for (const [before, after] of [
          ['', ''],
          ['\n', '\n'],
          ['\r\n    ', '\r\n  '],
        ]) {
          same(decoded(before + lines + after), data, `lines of ${width}`);
        }
        for (const bad of ['-', '=', '\x0c', '\x80']) {
          for (const at of [width, lines.length - 6]) {
            const spoilt = lines.slice(0, at) + bad + lines.slice(at + 1);
            check(typeof decoded(spoilt) === 'string', `${JSON.stringify(bad)} at ${at} in lines of ${width}`);
          }
        }
      }
    },
    'R4: each mistake in base64 has its name'() {
      const head = 'QUJD'.repeat(40);
      for (const [text, fault] of faults) {
        for (const whole of [text, head + text, `${head}\n${text}`, head.repeat(300) + text]) {
          same(decoded(whole), fault, JSON.stringify(whole.slice(-20)));
        }
      }
    },
    'R4: every byte is judged at every place of a group'() {
      for (const head of ['', 'QUJD'.repeat(20), `${'QUJD'.repeat(19)}\n`.repeat(20)]) {
        for (let byte = 0; byte < 256; byte++) {
          const character = String.fromCharCode(byte);
          for (const group of ['QUJD', 'QUI=', 'QQ==']) {
            for (let at = 0; at < 4; at++) accepts(head + group.slice(0, at) + character + group.slice(at + 1));
          }
          if (head.length < 1_000) accepts(`${head}${character}QUJD`);
          else byte += 6;
        }
      }
    },
    'R4: text that is nearly base64 is judged as the oracle judges it'() {
      const random = new Random();
      for (let round = 0; round < 3_000; round++) {
        const size = random.pick([3, 30, 60, 200]);
        let text = base64Of(random.bytes(random.below(size)));
        for (let changes = random.below(3); changes > 0; changes--) {
          const at = random.below(text.length + 1);
          const put = random.pick(['', '=', '==', 'A', 'AB', '-', '_', '\x0c', ' ', '\n', '\u00e9', '\0', '/', ',']);
          text = text.slice(0, at) + put + text.slice(at + random.below(3));
        }
        accepts(text);
      }
    },
    'groups of base64 are decoded into memory, or not at all'() {
      const random = new Random();
      for (const groups of [1, 5, 11, 12, 100, 9_000]) {
        const data = random.bytes(groups * 3);
        const text = bytesOf(`#${base64Of(data)}#`);
        const target = new Uint8Array(data.length + 7).fill(0x23);
        check(bytes.decodeBase64Groups(text, 1, text.length - 1, target, 4), `${groups} groups`);
        same(target.subarray(4, 4 + data.length), data, `${groups} groups`);
        same([...target.subarray(0, 4), ...target.subarray(-3)].join(), '35,35,35,35,35,35,35', 'what lies around');
        for (const bad of '= \n\t\r\x0c-_*\0\x80\xff,') {
          for (const at of [1, 2, text.length - 2, 1 + random.below(groups * 4)]) {
            const spoilt = Uint8Array.from(text);
            spoilt[at] = bad.charCodeAt(0);
            const taken = bytes.decodeBase64Groups(spoilt, 1, text.length - 1, new Uint8Array(data.length), 0);
            check(!taken, `${JSON.stringify(bad)} at ${at} of ${groups} groups`);
          }
        }
      }
      check(bytes.decodeBase64Groups(new Uint8Array(2), 1, 1, new Uint8Array(0), 0), 'no groups');
    },
    'T5: UTF-16 of both byte orders becomes UTF-8'() {
      const random = new Random();
      for (let round = 0; round < 200; round++) {
        const text = random.text(random.below(60));
        for (const little of [true, false]) {
          same(utf16ToUtf8(utf16Of(text, little), little), utf8Of(text), JSON.stringify(text));
        }
      }
    },
    'T5: UTF-16 with half a character is refused'() {
      for (const units of ['\ud83d', 'a\ud83d', '\ud83da', '\ude00a', '\ud83d\ud83d', '\ude00\ud83d']) {
        for (const little of [true, false]) same(utf16ToUtf8(utf16Of(units, little), little), undefined);
      }
      same(utf16ToUtf8(Uint8Array.of(0x41, 0, 0x41), true), undefined);
      same(utf16ToUtf8(Uint8Array.of(0x3d, 0xd8, 0x00), true), undefined);
    },
  };
  return Object.entries(cases).map(([what, run]) => ({ name: `bytes (${name}): ${what}`, run }));
}

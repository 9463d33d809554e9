import { Buffer } from 'node:buffer';

export { isAscii, isUtf8 } from 'node:buffer';
export { blobOfBytes } from '../../blob/node/bytes-blob.ts';
export {
  decodeBase64,
  decodeBase64Groups,
  decodeBase64Lines,
  encodeBase64,
  encodeBase64Into,
} from './native-base64.ts';
export { shortText } from './short-text.ts';

/** Buffer's routines that take no encoding by name; they work on any Uint8Array and are not in its type declarations. */
interface NativeRoutines {
  latin1Slice(start: number, end: number): string;
  utf8Slice(start: number, end: number): string;
  utf8Write(text: string, offset: number): number;
}

const native = Buffer.prototype as Buffer & NativeRoutines;
const { latin1Slice, utf8Slice, utf8Write } = native;

export function decodeAscii(data: Uint8Array, start: number, end: number): string {
  return latin1Slice.call(data, start, end);
}

export function decodeUtf8(data: Uint8Array, start: number, end: number): string {
  return utf8Slice.call(data, start, end);
}

export function encodeUtf8(text: string): Uint8Array {
  const target = new Uint8Array(Buffer.byteLength(text));
  utf8Write.call(target, text, 0);
  return target;
}

export function encodeUtf8Into(text: string, target: Uint8Array, offset: number): number {
  return utf8Write.call(target, text, offset);
}

export function utf8Length(text: string): number {
  return Buffer.byteLength(text);
}

export function indexOf(data: Uint8Array, byte: number, from: number): number {
  return data.indexOf(byte, from);
}

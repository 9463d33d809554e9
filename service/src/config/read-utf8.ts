import { isUtf8 } from 'node:buffer';
import { FileProblems } from './problems.ts';

/**
 * The text of a file that must be UTF-8. Read leniently, a password in another encoding would become another password.
 *
 * @throws {FileProblems} at the first place that is not.
 */
export function readUtf8(bytes: Uint8Array, file: string): string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const text = buffer.toString('utf8');
  if (isUtf8(buffer)) return text;
  const lenient = Buffer.from(text);
  const before = buffer.subarray(
    0,
    buffer.findIndex((byte, at) => byte !== lenient[at]),
  );
  const lines = before.toString('utf8').split('\n');
  const column = (lines.at(-1) ?? '').length + 1;
  throw new FileProblems(file, [{ line: lines.length, column, message: 'This is not UTF-8. Save the file as UTF-8.' }]);
}

/**
 * @typedef {{ name: string, text: string }} SharedFile
 * @typedef {{ files: SharedFile[], main: string, old?: { files: SharedFile[], main: string } }} Shared
 */

/** Where a fragment with a contract begins; the number is that of its form. */
const start = '#1.';

/** Characters of a link: browsers take two million in an address. */
const longestLink = 1_500_000;

/** Characters of a link that chats, mails and trackers may cut off. */
export const longLink = 100_000;

/** Bytes of an uncompressed contract: a small link must not fill the memory. */
const mostBytes = 20_000_000;

const mostFiles = 200;

/** The fragment of a link with the texts, compressed; undefined if it would be too long. @param {Shared} shared */
export async function fragmentOf(shared) {
  const bytes = new TextEncoder().encode(JSON.stringify(shared));
  const packed = await readAll(new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate-raw')), Infinity);
  let text = '';
  for (let at = 0; at < packed.length; at += 0x8000) text += String.fromCharCode(...packed.subarray(at, at + 0x8000));
  const fragment = start + btoa(text).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
  return fragment.length > longestLink ? undefined : fragment;
}

/**
 * The texts of a link, checked: anybody can write one. Undefined without any.
 *
 * @param {string} fragment
 * @returns {Promise<Shared | undefined>}
 * @throws {Error} if it is damaged or too large
 */
export async function sharedIn(fragment) {
  if (!fragment.startsWith(start)) return undefined;
  const packed = atob(fragment.slice(start.length).replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = Uint8Array.from(packed, (character) => character.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  const text = new TextDecoder('utf-8', { fatal: true }).decode(await readAll(stream, mostBytes));
  const { files, main, old } = checked(JSON.parse(text));
  return { files, main, ...(old !== undefined && { old: checked(old) }) };
}

/** A contract with texts and nothing else. @returns {Shared} */
function checked(value) {
  const { files, main, old } = value ?? {};
  if (!Array.isArray(files) || files.length === 0 || files.length > mostFiles) throw new Error('It has no files.');
  const kept = files.map((file) => {
    const { name, text } = file ?? {};
    if (typeof name !== 'string' || typeof text !== 'string' || !isPath(name)) throw new Error('A file has no name.');
    return { name, text };
  });
  if (new Set(kept.map(({ name }) => name)).size !== kept.length) throw new Error('Two files have one name.');
  if (!kept.some(({ name }) => name === main)) throw new Error('It has no main file.');
  return { files: kept, main, old };
}

/** Whether a path is relative, and as short as one that can be typed. @param {string} path */
export function isPath(path) {
  return path.length <= 300 && /^[^\p{Cc}\\/][^\p{Cc}\\]*$/u.test(path) && !path.split('/').includes('');
}

/** @param {ReadableStream<Uint8Array>} stream @param {number} most bytes; more are an error */
async function readAll(stream, most) {
  const chunks = [];
  let size = 0;
  const reader = stream.getReader();
  for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read()) {
    size += value.length;
    if (size > most) {
      await reader.cancel();
      throw new Error('It is too large.');
    }
    chunks.push(value);
  }
  const all = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return all;
}

import { Refusal } from './gateway-problem.ts';

/** Deeper values do not become messages: their envelopes would be refused, too. */
const deepest = 256;

/** The value of a text of JSON. @throws {Refusal} for another one. @param what it is, for people. */
export function parsed(text: string, what: string): unknown {
  if (depthOf(text) > deepest) throw new Refusal({ title: `${what} has more than ${deepest} levels.`, status: 400 });
  try {
    const value: unknown = JSON.parse(text);
    return /[0-9.]{16}/.test(text) ? JSON.parse(withNumbersAsTexts(text)) : value;
  } catch (error) {
    const detail = error instanceof SyntaxError ? error.message : undefined;
    throw new Refusal({ title: `${what} is not JSON.`, status: 400, detail });
  }
}

/** No digit of a number is lost: the types of the contract read it. @param text is JSON. */
function withNumbersAsTexts(text: string): string {
  return text.replace(/"(?:[^"\\]|\\.)*"|-?[0-9][0-9.eE+-]*/g, (token) => {
    return token.startsWith('"') ? token : `"${token}"`;
  });
}

/** The levels of a text of JSON, without parsing it. */
function depthOf(text: string): number {
  let depth = 0;
  let most = 0;
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[[{\]}]/g)) {
    if (token === '[' || token === '{') most = Math.max(most, ++depth);
    else if (token === ']' || token === '}') depth--;
  }
  return most;
}

/** A text of JSON for an HTTP header, whose characters are those of ASCII. */
export function asciiJson(value: unknown): string {
  return JSON.stringify(value).replace(/[^\x20-\x7e]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}

/** Attachments as base64 with their media types. */
export async function plainBody(value: unknown): Promise<unknown> {
  return hasBlob(value) ? await withoutBlobs(value) : (value ?? null);
}

/** Few values have attachments. */
function hasBlob(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return value instanceof Blob || Object.values(value).some(hasBlob);
}

async function withoutBlobs(value: unknown): Promise<unknown> {
  if (value instanceof Blob) return { type: value.type, base64: await base64Of(value) };
  if (Array.isArray(value)) return await Promise.all(value.map(withoutBlobs));
  if (typeof value !== 'object' || value === null) return value ?? null;
  const entries = Object.entries(value).map(async ([name, one]) => [name, await withoutBlobs(one)] as const);
  return Object.fromEntries(await Promise.all(entries));
}

/** The bytes of a Blob. */
export async function base64Of(blob: Blob): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  const size = 8190;
  const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
    btoa(String.fromCharCode(...bytes.subarray(index * size, (index + 1) * size))),
  );
  return pieces.join('');
}

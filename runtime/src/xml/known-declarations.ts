import { LOWER_X } from './chars.ts';
import type { NamespaceDeclaration } from './declaration.ts';
import type { Lexer } from './lexer.ts';
import type { Limits } from './limits.ts';

type KnownDeclaration = NamespaceDeclaration & { readonly bytes: Uint8Array };

/** Longer declarations are read each time. */
const LONGEST = 128;

/** A power of two. */
const SLOTS = 512;

/**
 * The last declarations of each slot, the earlier one in the slot beside it. Toolkits write the same few in all messages,
 * and equal bytes have an equal meaning: comparing them costs less than reading them.
 */
const known: (KnownDeclaration | undefined)[] = new Array(SLOTS).fill(undefined);

/**
 * Hashes of declarations that were read once, by slot. They are known from the second time on: some senders make a prefix or
 * a namespace for each message, and an entry costs several times as much as reading a declaration.
 */
const readOnce = new Int32Array(SLOTS);

/** The known declaration that is at `start`. Undefined where a limit might be exceeded. */
export function knownDeclaration({ data, limits }: Lexer, start: number): KnownDeclaration | undefined {
  if (data[start] !== LOWER_X) return undefined;
  const slot = slotOf(hashOf(data, start));
  const most = shortest(limits);
  return inSlot(slot, data, start, most) ?? inSlot(slot ^ 1, data, start, most);
}

function inSlot(slot: number, data: Uint8Array, start: number, most: number): KnownDeclaration | undefined {
  const found = known[slot];
  if (found === undefined) return undefined;
  const { bytes } = found;
  if (bytes.length > most) return undefined;
  for (let at = 0; at < bytes.length; at++) if (bytes[at] !== data[start + at]) return undefined;
  return found;
}

/**
 * A valid declaration that was read. If it is short and `isPlain`, without references and line ends, it is known from the
 * second time on.
 */
export function declarationOf(
  { data }: Lexer,
  start: number,
  end: number,
  { prefix, namespace, isPlain }: { readonly prefix: string; readonly namespace: string; readonly isPlain: boolean },
): NamespaceDeclaration {
  const hash = hashOf(data, start);
  const slot = slotOf(hash);
  if (!isPlain || end - start > LONGEST || isNew(hash, slot)) return unknownDeclaration(prefix, namespace);
  // A copy: a part of a Buffer would keep all of it in memory.
  const bytes = new Uint8Array(data.subarray(start, end));
  const declaration: KnownDeclaration = { prefix, namespace: asKey(namespace), bytes, last: undefined };
  // Two clients may alternate with declarations of one slot.
  if (known[slot] !== undefined) known[slot ^ 1] = known[slot];
  known[slot] = declaration;
  return declaration;
}

/** Whether no declaration with a hash was read before, as far as the slot and the one beside it tell. */
function isNew(hash: number, slot: number): boolean {
  if (readOnce[slot] === hash || readOnce[slot ^ 1] === hash) return false;
  readOnce[slot ^ 1] = readOnce[slot] as number;
  readOnce[slot] = hash;
  return true;
}

export function unknownDeclaration(prefix: string, namespace: string): NamespaceDeclaration {
  return { prefix, namespace, bytes: undefined, last: undefined };
}

/** An equal string that V8 compares with a literal by its reference, as it does all keys of objects. */
function asKey(text: string): string {
  return Object.keys({ [text]: true })[0] ?? text;
}

function shortest({ maxAttributeValueBytes, maxNameBytes }: Limits): number {
  return Math.min(maxAttributeValueBytes, maxNameBytes);
}

/** Of the bytes of a prefix, and those in which the names of common namespaces differ. */
function hashOf(data: Uint8Array, start: number): number {
  let hash = 0;
  for (let at = start + 6; at < start + 14; at++) hash = (hash * 31 + (data[at] as number)) | 0;
  hash = (hash * 31 + (data[start + 25] as number)) | 0;
  return (hash * 31 + (data[start + 32] as number)) | 0;
}

function slotOf(hash: number): number {
  return (hash ^ (hash >> 9)) & (SLOTS - 1);
}

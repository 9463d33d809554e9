import type { Call, Interceptor } from '@soapwright/runtime/client';
import { escaped } from '../xml-text.ts';

/** Adds header blocks to each call. */
export function withBlocks(blocksOf: (call: Call) => readonly string[] | Promise<readonly string[]>): Interceptor {
  return (next) => async (call) => next({ ...call, headerBlocks: [...call.headerBlocks, ...(await blocksOf(call))] });
}

/** An element with a text. */
export function element(name: string, text: string): string {
  return `<${name}>${escaped(text)}</${name}>`;
}

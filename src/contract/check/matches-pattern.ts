import { patternMatcher } from '@soapwright/runtime';
import { translatePattern } from '../model/index.ts';

const known = new Map<string, ((text: string) => boolean) | undefined>();
/** A language server runs for days. */
const mostKnown = 1_000;

/**
 * Whether a text matches a pattern of XML Schema, in linear time, as in generated code. Undefined for a pattern that is
 * not translated.
 */
export function matchesPattern(pattern: string, text: string): boolean | undefined {
  if (!known.has(pattern)) {
    const translated = translatePattern(pattern);
    if (known.size >= mostKnown) known.clear();
    known.set(
      pattern,
      'fault' in translated ? undefined : patternMatcher(new RegExp(translated.source, translated.flags)),
    );
  }
  return known.get(pattern)?.(text);
}

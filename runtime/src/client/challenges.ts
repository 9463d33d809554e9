import type { Challenge } from './client-error.ts';

/** A scheme or the name of a parameter, with what may follow: `=`, and a value with or without quotes. */
const part = /[\s,]*([!#$%&'*+\-.^_`|~0-9A-Za-z]+)(?:[ \t]*(=)[ \t]*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]*)))?/y;
/** Base64, which is not a parameter. */
const token68 = /[ \t]+([A-Za-z0-9\-._~+/]+=*)(?=[ \t]*(?:,|$))/y;

/**
 * Parses WWW-Authenticate or Proxy-Authenticate (RFC 9110, 11.6.1): a list of schemes, each followed by base64 or by a list of
 * parameters. What does not fit is passed over.
 *
 * @param values of all headers of the name.
 */
export function challengesOf(values: readonly string[]): readonly Challenge[] {
  return values.flatMap(challengesOfOne);
}

function challengesOfOne(header: string): readonly Challenge[] {
  const text = header.slice(0, 16_384);
  const challenges: { scheme: string; parameters: Record<string, string>; token: string | undefined }[] = [];
  part.lastIndex = 0;
  for (;;) {
    const found = part.exec(text);
    if (found === null) return challenges;
    const [, name = '', equals, quoted, plain = ''] = found;
    if (equals === undefined) {
      const end = part.lastIndex;
      token68.lastIndex = end;
      const token = token68.exec(text)?.[1];
      challenges.push({ scheme: name, parameters: {}, token });
      part.lastIndex = token === undefined ? end : token68.lastIndex;
    } else {
      const last = challenges.at(-1);
      if (last !== undefined) last.parameters[name.toLowerCase()] = quoted?.replace(/\\(.)/g, '$1') ?? plain;
    }
  }
}

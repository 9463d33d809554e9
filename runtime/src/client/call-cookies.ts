import { headerValues } from './header-values.ts';
import { MemoryCookieJar } from './memory-cookie-jar.ts';
import type { CookieJar } from './options.ts';

/** What a client keeps, by its settings. */
const jars = new WeakMap<object, CookieJar>();

/** The jar of a client. @param settings of all its calls. */
export function jarOf(settings: { readonly cookies?: 'keep' | CookieJar | undefined }): CookieJar {
  if (typeof settings.cookies === 'object') return settings.cookies;
  let jar = jars.get(settings);
  if (jar === undefined) {
    jar = new MemoryCookieJar();
    jars.set(settings, jar);
  }
  return jar;
}

/** Adds the cookies of the jar to the headers of a request, after those that the call has itself. */
export async function addCookies(jar: CookieJar, url: string, headers: string[]): Promise<void> {
  const kept = await jar.getCookieString(url);
  if (kept === '') return;
  const at = headers.findIndex((name, index) => index % 2 === 0 && name.toLowerCase() === 'cookie');
  if (at === -1) headers.push('Cookie', kept);
  else headers[at + 1] = `${headers[at + 1]}; ${kept}`;
}

/** Puts the cookies of a response into the jar. It may refuse some, of other domains for example. */
export async function keepCookies(jar: CookieJar, url: string, headers: readonly string[]): Promise<void> {
  for (const line of headerValues(headers, 'set-cookie')) {
    await Promise.resolve(jar.setCookie(line, url)).catch(() => undefined);
  }
}

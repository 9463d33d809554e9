import { excerptText } from './body-excerpt.ts';

/** An HTML page, as far as an error tells of it. */
export interface HtmlPage {
  /** undefined without one. */
  readonly title: string | undefined;
  /** Whether people sign in on it: it asks for a password, or passes a SAML request on. */
  readonly isSignIn: boolean;
}

const start = /^(?:[\s\ufeff]|<!--(?:(?!-->)[\s\S])*-->)*<(?:!doctype\s+html|html|head|body|title)[\s>]/i;
const titleElement = /<title[^>]{0,200}>([^<]{0,1000})/i;
const passwordField = /<input\s[^>]{0,1000}type\s*=\s*["']?password|name\s*=\s*["']?SAML(?:Request|Response)\b/i;
const signInTitle = /\b(?:log|sign)[ -]?[io]n\b|anmeld|einloggen|connexion|iniciar sesi|accedi|inloggen/i;

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  '#39': "'",
  nbsp: ' ',
};

/** What an HTML page is about; undefined for any other text. @param mediaType of the Content-Type. */
export function htmlPage(text: string, mediaType: string): HtmlPage | undefined {
  const isHtml = start.test(text) || (/^(?:text\/html|application\/xhtml\+xml)$/.test(mediaType) && /^\s*</.test(text));
  if (!isHtml) return undefined;
  const raw = titleElement
    .exec(text)?.[1]
    ?.replace(/&(#39|\w{1,6});/g, (whole, name: string) => entities[name] ?? whole);
  const title = raw === undefined ? '' : excerptText(raw, 100);
  return {
    title: title === '' ? undefined : title,
    isSignIn: passwordField.test(text) || signInTitle.test(title),
  };
}

/** Whether an address looks like that of a page on which people sign in. */
export function isSignInAddress(address: string): boolean {
  return /\b(?:log|sign)[-_]?[io]n\b|\/(?:auth|sso|saml2?|adfs|oauth2?)\b|SAMLRequest=/i.test(address);
}

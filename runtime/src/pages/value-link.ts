import { type Html, html } from './page-html.ts';

/** Longer addresses are not links. */
const longestAddress = 2_000;

/** Text, as a link if it is an address of http or https. */
export function linkedText(text: string): Html {
  if (!isAddress(text)) return html`${text}`;
  return html`<a href="${text}" target="_blank" rel="noopener noreferrer">${text}</a>`;
}

/**
 * Whether a value can be a link: http or https alone, since other schemes run scripts, and without a user, which hides
 * the host from people.
 */
function isAddress(text: string): boolean {
  if (text.length > longestAddress || !/^https?:\/\/[!-~]+$/i.test(text) || !URL.canParse(text)) return false;
  const { username, password } = new URL(text);
  return username === '' && password === '';
}

import { createHash } from 'node:crypto';
import { html, type PageExtras } from '@soapwright/runtime/pages';

const style = `
.top nav { flex-wrap: wrap; gap: .35rem 1.25rem; }
.home { margin-right: auto; }
.tabs { display: flex; gap: .35rem; margin: 0 0 -1px; padding: 0; list-style: none; }
.tabs a { display: block; padding: .5rem 1rem; border: 1px solid var(--line); border-radius: .5rem .5rem 0 0; text-decoration: none; }
.tabs [aria-current] { color: var(--ink); font-weight: 600; background: var(--card); border-bottom-color: var(--card); }
.tabs { flex-wrap: wrap; }
.tabs .apart { margin-left: auto; }
.tabs .apart a { border: 0; }
.tabs + form { border-top-left-radius: 0; }
.target { display: flex; flex: 1 1 100%; flex-wrap: wrap; gap: .75rem 1rem; min-width: 0; }
.target label { display: grid; gap: .2rem; max-width: 100%; font-size: .875rem; }
.send select { width: auto; max-width: 100%; min-width: 8rem; }
.send input.seconds { width: 6rem; }
textarea.data { min-height: 16rem; font: .875rem/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; white-space: pre; overflow-x: auto; }
.answer form { margin: 1rem 0 0; padding: 1rem 0 0; background: none; border: 0; border-top: 1px solid var(--line); border-radius: 0; }
.answer form.actions { display: flex; flex-wrap: wrap; gap: .75rem; }
.tree, .tree ul { margin: 0; padding: 0 0 0 1.1rem; list-style: none; border-left: 1px solid var(--line); }
.tree { padding-left: 0; border: 0; }
.tree details { margin: 0; }
.tree summary { padding: .1rem 0; color: var(--ink); }
.tree .leaf { display: block; padding: .1rem 0; }
.tree b { font-weight: 600; }
.checks { margin: .5rem 0; padding: 0; list-style: none; }
.checks .box { min-height: 1.6rem; align-items: start; }
.checks input { margin-top: .2rem; flex: none; }
.custom { display: flex; flex-wrap: wrap; gap: .5rem .75rem; align-items: end; }
.custom label { display: grid; flex: 1 1 9rem; gap: .2rem; font-size: .875rem; }
.parts { margin: .5rem 0; padding-left: 1.2rem; }
.copy { margin-left: .6rem; min-height: 0; padding: .05rem .6rem; font-size: .8125rem; }
@media screen and (max-width: 40rem) { .target label { flex: 1 1 100%; } .send select, .send input.seconds { width: 100%; } }
`;

/** What the page does without this, too: it sends by Ctrl+Enter, copies by a click, and filters a list while somebody types. */
const script = `
addEventListener('keydown', (event) => {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
  const form = event.target.closest && event.target.closest('form');
  const button = form && form.querySelector('.send button:not(.second)');
  if (!button) return;
  event.preventDefault();
  form.requestSubmit(button);
});
for (const figure of document.querySelectorAll('figure')) {
  const [caption, text] = [figure.querySelector('figcaption'), figure.querySelector('pre')];
  if (!caption || !text || !navigator.clipboard) continue;
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'second copy';
  button.textContent = 'Copy';
  button.setAttribute('aria-label', 'Copy ' + caption.textContent);
  button.addEventListener('click', () => navigator.clipboard.writeText(text.textContent).then(() => { button.textContent = 'Copied'; }));
  caption.append(button);
}
const find = document.getElementById('find');
const cards = [...document.querySelectorAll('.cards li')];
if (find) find.addEventListener('input', () => {
  const words = find.value.toLowerCase().split(/\\s+/);
  for (const card of cards) card.hidden = !words.every((word) => card.textContent.toLowerCase().includes(word));
});
`;

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}

/** The links, the style and the script of the page; its policy allows no other script, and the script opens no connection. */
export const pageExtras: PageExtras = {
  links: html`<a href="?history">History</a><a href="?environments">Environments</a>`,
  style: { text: style, hash: hashOf(style) },
  script: { text: script, hash: hashOf(script) },
};

import { type Answer, textAnswer } from '../answer.ts';
import { style, styleHash } from './style.ts';

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for HTML content and for attribute values in quotes of either kind. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

/** HTML that may stand in a page as it is. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Hole = string | Html | readonly Html[];

/** Fills a template: strings are escaped, HTML is not, a list is joined. So nothing gets into a page unescaped (rule P5). */
export function html(parts: TemplateStringsArray, ...holes: readonly Hole[]): Html {
  let text = parts[0] ?? '';
  holes.forEach((hole, index) => {
    text += fill(hole) + (parts[index + 1] ?? '');
  });
  return new Html(text);
}

function fill(hole: Hole): string {
  if (typeof hole === 'string') return escapeHtml(hole);
  return hole instanceof Html ? hole.text : hole.map(({ text }) => text).join('');
}

/** No script, no frame, no form, nothing from elsewhere; the one style sheet is known by its hash. */
const policy = [
  "default-src 'none'",
  `style-src '${styleHash}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** A whole page. @param extraHeaders names and values in turn. */
export function page(status: number, title: string, main: Html, extraHeaders: readonly string[]): Answer {
  const { text } = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${new Html(style)}</style>
</head>
<body>
<main>
${main}
</main>
</body>
</html>
`;
  return textAnswer(status, 'text/html; charset=utf-8', text, [
    'Content-Security-Policy',
    policy,
    'Referrer-Policy',
    'no-referrer',
    'Cache-Control',
    'no-cache',
    ...extraHeaders,
  ]);
}

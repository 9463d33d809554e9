import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';

const references: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for content and quoted attributes in XML and HTML. */
export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => references[character] ?? '');
}

/** HTML that needs no escaping. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** A template that escapes texts and inserts HTML unchanged. */
export function html(parts: TemplateStringsArray, ...values: readonly (string | Html | readonly Html[])[]): Html {
  const shown = values.map((value) => {
    if (typeof value === 'string') return escaped(value);
    return value instanceof Html ? value.text : value.map(({ text }) => text).join('');
  });
  return new Html(parts.map((part, index) => part + (shown[index] ?? '')).join(''));
}

const style = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { background: Canvas; color: CanvasText; max-width: 46rem; margin: 0 auto; padding: 1.5rem 1rem; }
h1 { font-size: 1.5rem; line-height: 1.2; }
h2 { font-size: 1.2rem; line-height: 1.2; }
label { display: block; font-weight: 600; margin-top: 1rem; }
input, textarea, button { font: inherit; box-sizing: border-box; max-width: 100%; padding: 0.4rem 0.6rem; }
input, textarea { width: 100%; }
textarea { font: 0.85rem/1.4 ui-monospace, monospace; resize: vertical; word-break: break-all; }
button { margin-top: 0.8rem; cursor: pointer; overflow-wrap: normal; }
details { margin-top: 1.5rem; }
code { overflow-wrap: anywhere; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: 0.3rem 0.8rem 0.3rem 0; border-bottom: 1px solid GrayText; }
td { overflow-wrap: anywhere; }
.number { text-align: right; white-space: nowrap; }
.whole { white-space: nowrap; }
.digest { display: block; font: 0.7rem/1.4 ui-monospace, monospace; }
`;

/** Headers of every response: no scripts, no forms to other origins, no frames. */
export const pageHeaders: Readonly<Record<string, string>> = {
  'Content-Security-Policy': [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'Cache-Control': 'no-store',
  // With no-referrer a browser would send forms with the origin `null`.
  'Referrer-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
};

/** A page without scripts. */
export function page(title: string, content: Html): string {
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
<h1>${title}</h1>
${content}
</main>
</body>
</html>
`;
  return text;
}

export function sendPage(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'Content-Type': 'text/html; charset=utf-8' });
  response.end(text);
}

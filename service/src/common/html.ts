import { createHash } from 'node:crypto';

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

/** Pages with one style, and the headers of their responses. */
export interface PageFrame {
  /** No scripts, no forms to other origins, no frames. */
  readonly headers: Readonly<Record<string, string>>;
  /**
   * A page without scripts.
   *
   * @param around what comes before its heading, and an address that the page leads to at once.
   */
  page(title: string, content: Html, around?: { readonly top?: Html; readonly next?: string }): string;
}

/** @param added CSS beyond that of all pages. */
export function pageFrame(added = ''): PageFrame {
  const css = style + added;
  return {
    headers: {
      'Content-Security-Policy': [
        "default-src 'none'",
        `style-src 'sha256-${createHash('sha256').update(css).digest('base64')}'`,
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
      ].join('; '),
      'Cache-Control': 'no-store',
      // With no-referrer a browser would send forms with the origin `null`.
      'Referrer-Policy': 'same-origin',
      'X-Content-Type-Options': 'nosniff',
    },
    page(title, content, { top = html``, next } = {}) {
      const { text } = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${
  next === undefined
    ? html``
    : html`<meta http-equiv="refresh" content="0;url=${next}">
`
}<title>${title}</title>
<style>${new Html(css)}</style>
</head>
<body>
${top}<main>
<h1>${title}</h1>
${content}
</main>
</body>
</html>
`;
      return text;
    },
  };
}

const plain = pageFrame();
export const pageHeaders: PageFrame['headers'] = plain.headers;
export const page: PageFrame['page'] = plain.page;

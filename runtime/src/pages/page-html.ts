import { type HttpResponse, textResponse } from '../server/http-response.ts';
import type { Version } from '../soap/version.ts';
import type { RequestExamples } from './example-values.ts';
import { style, styleHash } from './page-style.ts';
import type { PagesDescription } from './pages-description.ts';

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for HTML content and for attribute values in quotes of either kind. */
function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

/** HTML that needs no escaping. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Hole = string | Html | readonly Html[];

/** A template tag: strings are escaped, `Html` is not, lists are joined. So no text is unescaped in a page (rule P5). */
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

/** An attribute preceded by a space, or nothing. */
export function attribute(name: string, value: string | undefined): Html {
  return value === undefined ? nothing : html` ${new Html(name)}="${value}"`;
}

export const nothing: Html = new Html('');

/** What a page has beyond that of a service: the policy allows its style and its script by their hashes. */
export interface PageExtras {
  /** Links of the header. */
  readonly links: Html;
  readonly style: InlineText;
  readonly script: InlineText;
}

export interface InlineText {
  readonly text: string;
  /** As in a policy: `sha256-…`. */
  readonly hash: string;
}

/** A page without its content. */
export interface PageHead {
  readonly status: number;
  readonly title: string;
  /** Name of the service, for the header of the page. */
  readonly service: string;
  /** Whether the page has a form, which may then post to its own origin only. */
  readonly form: boolean;
  /** Whether the page links to the discovery document; default: false. */
  readonly discovery?: boolean;
  /** `no-store` for a page for one caller. */
  readonly cache: 'no-cache' | 'no-store';
  /** Names and values in turn. */
  readonly extraHeaders: readonly string[];
  /** Links to the operations: beside the content, on a phone closed above it. */
  readonly side?: Html;
  /** Default: none. */
  readonly extras?: PageExtras | undefined;
}

/**
 * A complete page. Its policy allows no script, no frame and no external resource, and the style sheet by its hash. The
 * referrer is sent to the same origin, because without one a browser sends no `Origin` with a form.
 */
export function page(
  { status, title, service, form, cache, extraHeaders, discovery = false, side = nothing, extras }: PageHead,
  main: Html,
): HttpResponse {
  const link = discovery ? html`<link rel="alternate" type="text/xml" href="?disco">\n` : nothing;
  const { text } = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
${link}<style>${new Html(style)}</style>
${extras === undefined ? nothing : html`<style>${new Html(extras.style.text)}</style>\n`}</head>
<body>
${side === nothing ? nothing : html`<a class="skip" href="#content">Skip to the content</a>\n`}<header class="top">
<nav aria-label="Service"><a class="home" href="?">${service}</a>${extras?.links ?? nothing}<a href="?wsdl">WSDL</a></nav>
</header>
<div class="${side === nothing ? 'page' : 'page with-side'}">
${side === nothing ? nothing : html`${side}\n`}<main id="content">
${main}
</main>
</div>
${extras === undefined ? nothing : html`<script>${new Html(extras.script.text)}</script>\n`}</body>
</html>\n`;
  const policy = [
    "default-src 'none'",
    `style-src '${styleHash}'${extras === undefined ? '' : ` '${extras.style.hash}'`}`,
    ...(extras === undefined ? [] : [`script-src '${extras.script.hash}'`]),
    "base-uri 'none'",
    `form-action ${form ? "'self'" : "'none'"}`,
    "frame-ancestors 'none'",
  ].join('; ');
  return textResponse(status, 'text/html; charset=utf-8', text, [
    'Content-Security-Policy',
    policy,
    'X-Frame-Options',
    'DENY',
    'Referrer-Policy',
    form ? 'same-origin' : 'no-referrer',
    'Cache-Control',
    cache,
    ...extraHeaders,
  ]);
}

/** A service as pages show it. */
export interface ShownService {
  readonly description: PagesDescription;
  /** Supported versions; the first one is the default. */
  readonly versions: readonly Version[];
  /** Address of the service as the caller sees it, for the samples. */
  readonly address: string;
  /** Headers of every response: names and values in turn. */
  readonly extraHeaders: readonly string[];
  readonly examples?: RequestExamples | undefined;
}

/** @param about name of the field, for screen readers; undefined if the label is sufficient. */
export function checkbox(name: string, label: string, about: string | undefined, checked: boolean): Html {
  const mark = attribute('checked', checked ? '' : undefined);
  const rest = about === undefined ? nothing : html`<span class="unseen"> ${about}</span>`;
  return html`<label class="box"><input type="checkbox" name="${name}" value="1"${mark} />${label}${rest}</label>`;
}

/** A name that may be broken between its words. */
export function brokenName(name: string): Html {
  const parts = name.split(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=[._:-])(?=[^._:-])|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u);
  return html`${parts.map((part, index) => (index === 0 ? html`${part}` : html`<wbr />${part}`))}`;
}

export function operationLink(name: string): string {
  return `?op=${encodeURIComponent(name)}`;
}

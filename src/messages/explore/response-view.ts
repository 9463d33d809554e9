import {
  byteCount,
  envelopeText,
  exchangeSection,
  type Html,
  html,
  inspectResponse,
  type MessagePart,
  nothing,
  outcomeOf,
  type PagesDescription,
  preformatted,
  readWholeMessage,
  type ShownExchange,
  safeText,
  withoutParts,
} from '@soapwright/runtime/pages';
import type { Value } from '../model/value.ts';
import type { Deviation } from '../read/deviation.ts';
import { assertionsForm } from './assertions-view.ts';
import type { Exchange, Received } from './exchange.ts';

/** A part of a response, as it is stored: large ones too. */
export function partsOf({ headers, body }: Received): readonly MessagePart[] {
  const contentType = headers[headers.indexOf('Content-Type') + 1] ?? '';
  try {
    return readWholeMessage(contentType, body)?.parts ?? [];
  } catch {
    // A malformed multipart message has none that can be told apart.
    return [];
  }
}

export interface ResponseViewOptions {
  readonly description: PagesDescription;
  /** The request as commands. */
  readonly calls: Html;
  /** Where assertions are saved; and what came of the last time. */
  readonly probes: string;
  readonly saved: string | undefined;
}

/** An exchange: verdict, result as table, tree and JSON, envelopes, HTTP, attachments and assertions. */
export function responseView(exchange: Exchange, { description, calls, probes, saved }: ResponseViewOptions): Html {
  const { id, received, problem, response, operation } = exchange;
  const more = html`${problemNote(problem)}${deviationsNote(response?.read.deviations ?? [])}${recordedNote(exchange)}${
    response?.plain === undefined || response.plain === null || operation.output === undefined
      ? nothing
      : html`<details open><summary>Result as a tree</summary>\n${tree(response.plain)}</details>
<details><summary>Result as JSON</summary>\n${preformatted('JSON', JSON.stringify(response.plain, undefined, 2), 'whole')}</details>\n`
  }${received === undefined ? nothing : partsList(id, received)}<details><summary>As sent over HTTP</summary>
<p class="quiet">Secrets are masked.</p>
${exchange.log.map(logEntry)}</details>
${calls}<form method="post" action="?exchange=${String(id)}" class="actions">
<button name="do" value="resend">Send again</button>
${received === undefined ? nothing : html`<a href="?exchange=${String(id)}&amp;raw=response" download>Response as it was received</a>\n`}</form>
${received === undefined ? nothing : assertionsForm(exchange, probes, saved)}`;
  if (received === undefined) return failedSection(more);
  return exchangeSection(
    outcomeOf(description, exchange.described, shownExchange(exchange, received, description)),
    more,
  );
}

/** A line of the log; a request is sent again when it is signed in. */
function logEntry(text: string, index: number, { length }: readonly string[]): Html {
  const kind = text.startsWith('→') ? 'Request' : text.startsWith('←') ? 'Response' : 'Error';
  return preformatted(`${kind}${length > 2 ? ` ${Math.floor(index / 2) + 1}` : ''} over HTTP`, text.trimEnd());
}

function shownExchange(exchange: Exchange, received: Received, description: PagesDescription): ShownExchange {
  const { target, message, showsSecrets, milliseconds } = exchange;
  const { version } = target;
  const { response, parts } = whole(received);
  return {
    version,
    message,
    request: envelopeText(description, version, message, safeText),
    response,
    parts,
    inspected: inspectResponse(response, version),
    showsSecrets,
    milliseconds,
    requestId: undefined,
  };
}

function whole(received: Received): Pick<ShownExchange, 'response' | 'parts'> {
  try {
    return withoutParts(received);
  } catch {
    return { response: received, parts: [] };
  }
}

/** The word that people read first; the same as on the page. */
export function verdictOfExchange(exchange: Exchange, description: PagesDescription): string {
  const { received, described } = exchange;
  if (received === undefined) return 'Failed';
  return outcomeOf(description, described, shownExchange(exchange, received, description)).verdict.word;
}

function failedSection(more: Html): Html {
  return html`<section id="answer" class="answer" tabindex="-1" aria-labelledby="answer-heading">
<h2 id="answer-heading">No response</h2>
${more}</section>\n`;
}

function problemNote(problem: string | undefined): Html {
  if (problem === undefined) return nothing;
  return html`<p class="note bad" role="alert">${problem}</p>\n`;
}

/** Deviations that services are expected to have: faults of their own, and blocks of WS-Addressing. */
const ordinary: ReadonlySet<Deviation['kind']> = new Set(['version', 'undeclared-header', 'undeclared-fault']);

/** Deviations that are shown. */
const mostShown = 20;

function deviationsNote(all: readonly Deviation[]): Html {
  const deviations = all.filter(({ kind }) => !ordinary.has(kind));
  if (deviations.length === 0) return nothing;
  const items = deviations
    .slice(0, mostShown)
    .map(({ path, reason }) => html`<li><code>${path}</code>: ${reason}</li>\n`);
  const more = deviations.length - mostShown;
  return html`<div class="note"><p><strong>The response deviates from the contract.</strong></p>
<ul>${items}</ul>${more > 0 ? html`<p>And ${String(more)} more.</p>` : nothing}</div>\n`;
}

function recordedNote({ notRecorded }: Exchange): Html {
  return notRecorded === undefined ? nothing : html`<p class="note">Not recorded: ${notRecorded}</p>\n`;
}

function partsList(id: number, received: Received): Html {
  const parts = partsOf(received);
  if (parts.length === 0) return nothing;
  const items = parts.map(({ id: name, contentType, content }, index) => {
    const type = contentType === '' ? '' : `, ${contentType}`;
    return html`<li><a href="?exchange=${String(id)}&amp;part=${String(index)}" download>${name || `part ${index + 1}`}</a>${type}, ${byteCount(content.length)}</li>\n`;
  });
  return html`<h3>Attachments to download</h3>\n<ul class="parts">${items}</ul>\n`;
}

/** Items of a list that a tree shows, and the depth to which it is open. */
const [mostItems, openDepth] = [200, 3];

/** A value as nested lists, which open and close. */
function tree(value: Value, depth = 0): Html {
  if (typeof value !== 'object' || value === null) return html`<span class="leaf">${String(value)}</span>\n`;
  const entries = Object.entries(value);
  const items = entries.slice(0, mostItems).map(([name, one]) => {
    const inside: unknown = one;
    if (typeof inside !== 'object' || inside === null) {
      return html`<li><span class="leaf"><b>${name}</b> ${shown(inside)}</span></li>\n`;
    }
    const count = Object.keys(inside).length;
    const size = Array.isArray(inside) ? ` [${count}]` : '';
    if (count === 0) return html`<li><span class="leaf"><b>${name}</b> <span class="badge">empty</span></span></li>\n`;
    const open = depth < openDepth ? html` open=""` : nothing;
    return html`<li><details${open}><summary>${name}<span class="quiet">${size}</span></summary>\n${tree(inside as Value, depth + 1)}</details></li>\n`;
  });
  const more = entries.length - mostItems;
  const rest = more > 0 ? html`<li class="quiet">and ${String(more)} more</li>\n` : nothing;
  return html`<ul class="${depth === 0 ? 'tree' : 'inside-tree'}">${items}${rest}</ul>\n`;
}

const longestText = 500;

function shown(value: unknown): Html {
  if (value === null) return html`<span class="badge">nil</span>`;
  const text = String(value);
  return html`${text.length > longestText ? `${text.slice(0, longestText)}… (${text.length} characters)` : text}`;
}

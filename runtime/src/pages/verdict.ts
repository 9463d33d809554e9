import type { InspectedResponse } from './inspected-response.ts';
import { type Html, html, nothing } from './page-html.ts';
import type { ResponseRow } from './shown-response.ts';

/** What became of a request, in a word and a reason. */
export interface Verdict {
  /** `Refused` by the caller's fault or by the error field of the result, `Failed` for any other error. */
  readonly word: 'Done' | 'Accepted' | 'Refused' | 'Failed';
  /** Empty if there is nothing to tell. */
  readonly reason: string;
}

/** An error field with such a text reports no error. */
const noError = /^\s*(?:false|[+-]?0+(?:\.0*)?)?\s*$/;

/** @param rows of the result; empty if the body is not an envelope. */
export function verdictOf(
  { status }: { readonly status: number },
  { fault, root }: InspectedResponse,
  rows: readonly ResponseRow[],
): Verdict {
  if (fault !== undefined) return { word: fault.code === 'Sender' ? 'Refused' : 'Failed', reason: fault.reason };
  if (status === 202) return { word: 'Accepted', reason: 'this operation has no response.' };
  if (status !== 200 || root === undefined) return { word: 'Failed', reason: `the response is HTTP ${status}.` };
  const errors = rows.filter(({ isError, kind, text }) => isError && kind === 'text' && !noError.test(text));
  if (errors.length === 0) return { word: 'Done', reason: '' };
  return { word: 'Refused', reason: [...new Set(errors.map(({ text }) => text.trim()))].join(' ') };
}

export function isGood({ word }: Verdict): boolean {
  return word === 'Done' || word === 'Accepted';
}

/** The line that people read first. */
export function verdictLine(verdict: Verdict): Html {
  const { word, reason } = verdict;
  const rest = reason === '' ? nothing : html`: ${reason}`;
  return html`<p class="verdict ${isGood(verdict) ? 'good' : 'bad'}"><strong>${word}</strong>${rest}</p>\n`;
}

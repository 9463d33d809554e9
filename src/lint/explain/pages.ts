import { type Entry, themes } from '../../diagnostics/index.ts';
import { rules } from '../catalogue.ts';
import type { Rule } from '../rule.ts';
import { codePages } from './codes.ts';

/** What `soapwright explain` says of one thing. */
export type Page = RulePage | CodePage;

export interface RulePage
  extends Pick<Rule, 'category' | 'severity' | 'preset' | 'summary' | 'why' | 'example' | 'remedy'> {
  readonly kind: 'rule';
  readonly id: string;
  readonly source?: string;
}

export interface CodePage {
  readonly kind: 'code';
  readonly id: string;
  readonly severity: Entry['severity'];
  readonly exit: Entry['exit'];
  /** With `{name}` for what differs. */
  readonly message: string;
  readonly meaning: string;
  /** Part of a contract or a configuration, a file, or a command that leads to it. */
  readonly example: string;
  readonly remedy: string | undefined;
}

/** All pages: rules in the catalogue's order, then codes in theirs. */
export function pages(): readonly Page[] {
  return [...rules.map(rulePage), ...codes().map(codePage)];
}

/** In small or capital letters; WS-I points by their number alone too. */
export function pageOf(id: string): Page | undefined {
  const asked = id.toLowerCase();
  return pages().find((page) => {
    const known = page.id.toLowerCase();
    return known === asked || known === `wsi-${asked}`;
  });
}

function rulePage({ check: _check, ...rule }: Rule): RulePage {
  return { kind: 'rule', ...rule };
}

function codes(): readonly Entry[] {
  return themes.flatMap(({ entries }) => Object.values(entries)).sort((a, b) => (a.code < b.code ? -1 : 1));
}

function codePage({ code, severity, exit, message, remedy }: Entry): CodePage {
  const { meaning, example } = codePages[code] ?? { meaning: message, example: '' };
  return { kind: 'code', id: code, severity, exit, message, meaning, example, remedy };
}

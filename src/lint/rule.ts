import type { Severity } from '../diagnostics/index.ts';
import type { Subject, View } from './contract-view.ts';

export const categories = ['naming', 'docs', 'structure', 'wsi', 'interop', 'security', 'size'] as const;
export type Category = (typeof categories)[number];

/** Each contains the rules of the preceding ones. */
export const presets = ['minimal', 'recommended', 'strict'] as const;
export type Preset = (typeof presets)[number];

/** Reports a finding. The message consists of whole sentences; quotes from the contract need no escaping. */
export type Report = (subject: Subject, message: string, other?: Other) => void;

/** A related component. */
export interface Other {
  readonly subject: Subject;
  readonly message: string;
}

/** A rule, with the content of its page. */
export interface Rule {
  /** Lower case and hyphens. Stable. */
  readonly id: string;
  readonly category: Category;
  /** Default. */
  readonly severity: Severity;
  /** The smallest preset that contains it. */
  readonly preset: Preset;
  /** The requirement in one sentence. */
  readonly summary: string;
  readonly why: string;
  /** Parts of a contract with and without a finding. */
  readonly example: { readonly before: string; readonly after: string };
  /** One line, printed with each finding. */
  readonly remedy: string;
  /** Specification of the requirement. */
  readonly source?: string;
  readonly check: (view: View, report: Report) => void;
}

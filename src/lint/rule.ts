import type { Severity } from '../diagnostics/index.ts';
import type { Subject, View } from './contract-view.ts';

/** What rules are about. */
export const categories = ['naming', 'docs', 'structure', 'wsi', 'interop', 'security', 'size'] as const;
export type Category = (typeof categories)[number];

/** Each holds the rules of those before it. */
export const presets = ['minimal', 'recommended', 'strict'] as const;
export type Preset = (typeof presets)[number];

/** A finding. The message is whole sentences; what it quotes from the contract may hold anything. */
export type Tell = (subject: Subject, message: string, other?: Other) => void;

/** Another component that has to do with the matter. */
export interface Other {
  readonly subject: Subject;
  readonly message: string;
}

/** One rule: what it looks for, and all that its page says. */
export interface Rule {
  /** Small letters and hyphens; never changes. */
  readonly id: string;
  readonly category: Category;
  /** Where the configuration says nothing else. */
  readonly severity: Severity;
  /** The smallest preset that holds it. */
  readonly preset: Preset;
  /** One sentence: what is wanted. */
  readonly summary: string;
  readonly why: string;
  /** Parts of a contract: what the rule finds, and what it does not. */
  readonly example: { readonly before: string; readonly after: string };
  /** What to do, on one line; stands under each finding. */
  readonly remedy: string;
  /** Where it comes from, when that is not ourselves. */
  readonly source?: string;
  readonly check: (view: View, tell: Tell) => void;
}

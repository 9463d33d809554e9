import type { Severity } from '../../diagnostics/index.ts';
import type { Labelled, Subject, View } from './contract-view.ts';
import { capital } from './wording.ts';

export const lintCategories = ['naming', 'docs', 'structure', 'wsi', 'interop', 'security', 'size'] as const;
export type Category = (typeof lintCategories)[number];

/** Each contains the rules of the preceding ones. */
export const presets = ['minimal', 'recommended', 'strict'] as const;
export type Preset = (typeof presets)[number];

/**
 * Reports a finding, with a component that it conflicts with. The message consists of whole sentences; quotes from the
 * contract need no escaping.
 */
export type Report = (subject: Subject, message: string, other?: Subject) => void;

/** A rule, with the content of its page. */
export interface RuleDefinition {
  /** Lower case and hyphens. Stable. */
  readonly id: string;
  /** By default a warning; settings can change it. */
  readonly severity?: Severity;
  /** The smallest preset that contains it; `recommended` by default. */
  readonly preset?: Preset;
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

/** A rule of the catalogue, with its category. */
export type Rule = RuleDefinition & Readonly<{ category: Category; severity: Severity; preset: Preset }>;

/**
 * Checks components one by one.
 *
 * @param fault returns the end of a sentence that begins with the component's label, if there is anything to report.
 */
export function each<Component extends Labelled>(
  components: (view: View) => readonly Component[],
  fault: (component: Component, view: View) => string | false | undefined,
): RuleDefinition['check'] {
  return (view, report) => {
    for (const component of components(view)) {
      const text = fault(component, view);
      if (typeof text === 'string') report(component, `${capital(component.label)} ${text}`);
    }
  };
}

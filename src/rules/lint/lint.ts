import type { Contract } from '../../contract/index.ts';
import {
  completeLocation,
  type Diagnostic,
  inFileOrder,
  type Related,
  type SourceLocation,
  visible,
} from '../../diagnostics/index.ts';
import type { Subject } from './contract-view.ts';
import { type ActiveRule, activeRules, defaultSettings, type LintSettings } from './lint-settings.ts';
import type { Report } from './rule.ts';
import { viewOf } from './view-builder.ts';

/** A finding of a rule. Its code is the rule's id. */
export interface LintFinding extends Diagnostic {
  /** Path of the component for `ignore`; `service` for the contract. */
  readonly path: string;
}

/** A path under `ignore` without a finding. */
export interface UnusedIgnore {
  readonly rule: string;
  readonly path: string;
}

export interface LintResult {
  /** In the order of the file. */
  readonly findings: readonly LintFinding[];
  readonly unused: readonly UnusedIgnore[];
}

/** Applies the enabled rules. Dangling references and other errors in the contract are allowed. */
export function lint(contract: Contract, settings: LintSettings = defaultSettings): LintResult {
  const view = viewOf(contract);
  const findings: LintFinding[] = [];
  const unused: UnusedIgnore[] = [];
  for (const active of activeRules(settings)) {
    const ignored = (settings.ignore.get(active.rule.id) ?? []).map((path) => ({
      path,
      matches: pathMatcher(path),
      hits: 0,
    }));
    const report: Report = (subject, message, other) => {
      const hit = ignored.filter(({ matches }) => matches(subject.path));
      for (const one of hit) one.hits++;
      if (hit.length > 0) return;
      const related = other && { ...locationOf(other), message: 'The other one.' };
      findings.push(finding(active, subject, message, related));
    };
    active.rule.check(view, report);
    for (const { path, hits } of ignored) if (hits === 0) unused.push({ rule: active.rule.id, path });
  }
  return { findings: inFileOrder(findings), unused };
}

function finding({ rule, severity }: ActiveRule, subject: Subject, message: string, related?: Related): LintFinding {
  return {
    code: rule.id,
    severity,
    exit: severity === 'error' ? 1 : 0,
    message: clean(message),
    remedy: rule.remedy,
    ...locationOf(subject),
    ...(related?.line !== undefined && { related: [related] }),
    path: subject.path,
  };
}

function locationOf({ origin }: Subject): SourceLocation {
  return completeLocation({ ...origin });
}

/** Longer messages are cut, since names can have any length. */
const maxMessageLength = 600;

function clean(message: string): string {
  const text = visible(message);
  return text.length <= maxMessageLength ? text : `${text.slice(0, maxMessageLength)}…`;
}

/** Matches a path under `ignore`, and everything below it. */
export function pathMatcher(pattern: string): (path: string) => boolean {
  const escaped = pattern.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '[^/]*');
  const expression = new RegExp(`^${escaped}(?:/.*)?$`, 'su');
  return (path) => expression.test(path);
}

import { type Diagnostic, Findings, inFileOrder, type Source } from '../../diagnostics/index.ts';
import type { IgnoredPath } from '../lint/rule-settings.ts';
import { ignoredPaths, readIgnore, readNames, readSection, readSeverities } from '../lint/rule-settings.ts';
import { breakingRules } from './rule-catalogue.ts';
import { type BreakingSettings, defaultSettings, ruleNames } from './settings.ts';

export interface LoadedBreaking {
  /** The defaults, if the file has no settings. */
  readonly settings: BreakingSettings;
  /** What to compare with: a commit or a file. */
  readonly against: string | undefined;
  readonly diagnostics: readonly Diagnostic[];
  /** Paths under `ignore_only`, with the diagnostics for unused ones. */
  readonly ignored: readonly IgnoredPath[];
}

export const noSettings: LoadedBreaking = {
  settings: defaultSettings,
  against: undefined,
  diagnostics: [],
  ignored: [],
};

/** Reads the key `breaking` of a soapwright.yaml, without diagnostics for the rest of the file. */
export function loadBreaking(source: Source): LoadedBreaking {
  const findings = new Findings(source);
  const keys = readSection(source, 'breaking', findings);
  if (keys === undefined) return noSettings;
  const ids = breakingRules.map(({ id }) => id);
  const ignore = readIgnore(keys.get('ignore_only'), ids, findings);
  const settings: BreakingSettings = {
    use: readNames(keys.get('use'), 'category or rule', ruleNames(), findings) ?? defaultSettings.use,
    except: readNames(keys.get('except'), 'category or rule', ruleNames(), findings) ?? [],
    severity: readSeverities(keys.get('severity'), ids, findings),
    ignoreOnly: new Map([...ignore].map(([rule, paths]) => [rule, paths.map(({ text }) => text)])),
  };
  return {
    settings,
    against: keys.name('against')?.text,
    diagnostics: inFileOrder(findings.diagnostics),
    ignored: ignoredPaths(ignore, source),
  };
}

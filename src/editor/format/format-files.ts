import { resolve } from 'node:path';
import { includedReader, readFiles, readSource, readYaml } from '../../contract/index.ts';
import { Findings, Report, type Source } from '../../diagnostics/index.ts';
import { formatYaml } from './format-yaml.ts';

/** A file with its text before and after. */
export interface FormattedFile {
  /** As diagnostics name it. */
  readonly file: string;
  readonly before: string;
  readonly after: string;
}

export interface FormattedFiles {
  /** Each that could be read, once. */
  readonly files: readonly FormattedFile[];
  readonly report: Report;
}

/**
 * Formats contracts and the files that they include, and writes nothing.
 *
 * @param paths relative to the current folder, or absolute.
 * @param current absolute.
 */
export function formatFiles(paths: readonly string[], current: string): FormattedFiles {
  const report = new Report();
  const sources = new Map<string, Source>();
  const read = includedReader(current);
  for (const path of paths) {
    const { source, diagnostics } = readSource(resolve(current, path), path);
    report.add(...diagnostics);
    if (source === undefined || sources.has(source.file)) continue;
    sources.set(source.file, source);
    // Errors in the contract are found by other commands; files that cannot be read are among them.
    const included = readFiles(source, new Findings(source), read).sources;
    for (const [file, text] of included) if (!sources.has(file)) sources.set(file, { file, text });
  }
  const files: FormattedFile[] = [];
  for (const source of sources.values()) {
    report.sources.set(source.file, source.text);
    const after = formatSource(source, report);
    if (after !== undefined) files.push({ file: source.file, before: source.text, after });
  }
  return { files, report };
}

/** The formatted text; undefined for text that is not YAML, or has errors that concern all of it, which are reported. */
export function formatSource(source: Source, report: Report): string | undefined {
  const findings = new Findings(source);
  const root = readYaml(findings);
  report.add(...findings.diagnostics.filter(({ severity }) => severity === 'error'));
  return root === undefined || findings.hasErrors ? undefined : formatYaml(source.text);
}

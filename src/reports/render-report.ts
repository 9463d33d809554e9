import type { MachineFormat } from './formats.ts';
import { renderGithub } from './github.ts';
import { renderGitlab } from './gitlab.ts';
import { jsonDocument } from './json.ts';
import { renderJunit } from './junit.ts';
import { fromRepository } from './repository.ts';
import type { RunReport } from './run-report.ts';
import { renderSarif } from './sarif.ts';

const writers: Readonly<Record<MachineFormat, (report: RunReport) => string>> = {
  json: (report) => `${JSON.stringify(jsonDocument(report), undefined, 2)}\n`,
  github: renderGithub,
  gitlab: renderGitlab,
  junit: renderJunit,
  sarif: renderSarif,
};

/**
 * One text that ends in a line feed. Its paths are relative to the root of the repository.
 *
 * @param current the folder that paths of the report are relative to; absolute.
 */
export function renderReport(report: RunReport, format: MachineFormat, current: string): string {
  return writers[format](fromRepository(report, current));
}

/** The JSON document on one line. */
export function renderJsonLine(report: RunReport, current: string): string {
  return `${JSON.stringify(jsonDocument(fromRepository(report, current)))}\n`;
}

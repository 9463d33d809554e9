import type { MachineFormat } from './formats.ts';
import { renderGithub } from './github.ts';
import { renderGitlab } from './gitlab.ts';
import { jsonDocument } from './json.ts';
import { renderJunit } from './junit.ts';
import { type Folders, fromRoot } from './paths.ts';
import type { RunReport } from './run-report.ts';
import { renderSarif } from './sarif.ts';

const writers: Readonly<Record<MachineFormat, (report: RunReport) => string>> = {
  json: (report) => `${JSON.stringify(jsonDocument(report), undefined, 2)}\n`,
  github: renderGithub,
  gitlab: renderGitlab,
  junit: renderJunit,
  sarif: renderSarif,
};

/** One text that ends in a line feed. Its paths are relative to the root. */
export function renderReport(report: RunReport, format: MachineFormat, folders: Folders): string {
  return writers[format](fromRoot(report, folders));
}

/** The JSON document on one line. */
export function renderJsonLine(report: RunReport, folders: Folders): string {
  return `${JSON.stringify(jsonDocument(fromRoot(report, folders)))}\n`;
}

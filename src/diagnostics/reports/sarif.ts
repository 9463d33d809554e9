import type * as sarif from 'sarif';
import { themes } from '../catalogue/themes.ts';
import type { Edit, Related, Severity, SourceLocation } from '../diagnostic.ts';
import { pageAddress } from '../page-address.ts';
import { readableMessage, readableRemedy } from '../report.ts';
import { fingerprintsOf } from './fingerprints.ts';
import type { ComponentDiagnostic, RuleText, RunReport } from './run-report.ts';

const levels = { error: 'error', warning: 'warning', info: 'note' } as const satisfies Record<Severity, string>;

/**
 * The format of GitHub code scanning and other tools.
 *
 * @see https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html
 */
export function renderSarif(report: RunReport): string {
  const { command, folder = '', exitCode, diagnostics } = report;
  const ids = [...new Set(diagnostics.map(({ code }) => code))];
  const fingerprints = fingerprintsOf(report);
  const run: sarif.Run = {
    tool: {
      driver: {
        name: 'soapwright',
        informationUri: 'https://github.com/soapwright/soapwright',
        rules: ids.map((id) => descriptor(id, report)),
      },
    },
    automationDetails: { id: ['soapwright', command, folder, ''].join('/').replace('//', '/') },
    invocations: [{ executionSuccessful: exitCode < 2, exitCode }],
    originalUriBaseIds: { [root]: { description: { text: 'The root of the repository.' } } },
    columnKind: 'utf16CodeUnits',
    results: diagnostics.map((diagnostic, index) => ({
      ...resultOf(diagnostic, ids.indexOf(diagnostic.code)),
      partialFingerprints: { 'soapwright/v1': fingerprints[index] ?? '' },
    })),
  };
  const log: sarif.Log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [run],
  };
  return `${JSON.stringify(log, undefined, 2)}\n`;
}

/** Paths are relative to it. */
const root = '%SRCROOT%';

function descriptor(id: string, { ruleOf }: RunReport): sarif.ReportingDescriptor {
  const text = ruleOf?.(id) ?? textOfCode(id);
  if (text === undefined) return { id };
  const { summary, why, remedy, severity, category, helpUri } = text;
  return {
    id,
    shortDescription: { text: summary },
    fullDescription: { text: why },
    ...(remedy !== undefined && { help: { text: remedy } }),
    helpUri,
    defaultConfiguration: { level: levels[severity] },
    ...(category !== undefined && { properties: { tags: [category] } }),
  };
}

/** The entry of the catalogue of diagnostics. */
function textOfCode(id: string): RuleText | undefined {
  const entry = themes.flatMap(({ entries }) => Object.values(entries)).find(({ code }) => code === id);
  if (entry === undefined) return undefined;
  const { meaning, severity = 'error' } = entry;
  const remedy = readableRemedy(entry);
  return {
    summary: readableMessage(entry),
    why: meaning,
    ...(remedy !== undefined && { remedy }),
    severity,
    helpUri: pageAddress(id),
  };
}

function resultOf(diagnostic: ComponentDiagnostic, ruleIndex: number): sarif.Result {
  const { code, severity, message, remedy, path, suggestion, related = [], edits = [] } = diagnostic;
  const text = remedy === undefined ? message : `${message} ${remedy}`;
  const locations = locationsOf(diagnostic, path);
  return {
    ruleId: code,
    ruleIndex,
    level: levels[severity],
    message: { text },
    ...(locations.length > 0 && { locations }),
    ...(related.length > 0 && { relatedLocations: related.map(relatedLocation) }),
    ...(edits.length > 0 && { fixes: [fixOf(edits, suggestion)] }),
  };
}

function locationsOf(location: SourceLocation, path: string | undefined): sarif.Location[] {
  const physicalLocation = physical(location);
  const logicalLocations = path === undefined ? undefined : [{ fullyQualifiedName: path }];
  if (physicalLocation === undefined && logicalLocations === undefined) return [];
  return [{ ...(physicalLocation && { physicalLocation }), ...(logicalLocations && { logicalLocations }) }];
}

function relatedLocation({ message, ...location }: Related, id: number): sarif.Location {
  const physicalLocation = physical(location);
  return { id, message: { text: message }, ...(physicalLocation && { physicalLocation }) };
}

function fixOf(edits: readonly Edit[], suggestion: string | undefined): sarif.Fix {
  const files = [...new Set(edits.map(({ file }) => file))];
  return {
    ...(suggestion !== undefined && { description: { text: `Write "${suggestion}".` } }),
    artifactChanges: files.map((file) => ({
      artifactLocation: artifact(file),
      replacements: edits.filter((edit) => edit.file === file).map(replacement),
    })),
  };
}

function replacement({ line, column, endLine, endColumn, text }: Edit): sarif.Replacement {
  return {
    deletedRegion: { startLine: line, startColumn: column, endLine, endColumn },
    insertedContent: { text },
  };
}

function physical({ file, line, column, endLine, endColumn }: SourceLocation): sarif.PhysicalLocation | undefined {
  if (file === undefined) return undefined;
  const artifactLocation = artifact(file);
  if (line === undefined) return { artifactLocation };
  const region: sarif.Region = {
    startLine: line,
    ...(column !== undefined && { startColumn: column }),
    ...(endLine !== undefined && endLine !== line && { endLine }),
    ...(endColumn !== undefined && { endColumn }),
  };
  return { artifactLocation, region };
}

function artifact(file: string): sarif.ArtifactLocation {
  if (/^[a-z][a-z\d+.-]+:\/\//i.test(file)) return { uri: file };
  const uri = file.replaceAll('\\', '/').split('/').map(encodeURIComponent).join('/');
  if (uri.startsWith('/')) return { uri: `file://${uri}` };
  return { uri, uriBaseId: root };
}

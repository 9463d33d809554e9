import type { CorpusEntry, Expectation } from './entries.ts';
import type { EntryRecord, KeptDiagnostic } from './records.ts';

/** Time within which a broken file must have its diagnostic. */
export const diagnosisLimit = 2_000;

/** The difference of an entry from its expectation; undefined if it meets it. */
export function shortcoming({ expectation }: CorpusEntry, record: EntryRecord): string | undefined {
  const { outcome, failure, diagnostics } = record;
  if (outcome === 'crashed') return `crash: ${failure}`;
  if (outcome === 'hung') return failure ?? 'no end';
  const compile = record.compileErrors?.[0];
  if (compile !== undefined) return `does not compile: ${compile}`;
  const untrue =
    outcome === 'read' && !expectation.startsWith('diagnose') ? untrueSample(expectation, record) : undefined;
  if (untrue !== undefined) return untrue;
  const [other] = record.otherFailures ?? [];
  if (other !== undefined) return other;
  switch (expectation) {
    case 'must-accept':
    case 'accept-nonhttp-transport':
      return notRead(record);
    case 'tolerate-with-warning':
      return notRead(record) ?? (record.warnings === 0 ? 'no warning' : undefined);
    case 'needs-well-known-or-remote':
      return diagnostics.some(namesFetch) ? undefined : notRead(record);
    case 'abstract':
      return outcome === 'read' ? undefined : notDiagnosed(record);
    case 'diagnose':
    case 'diagnose-missing-file':
      return notDiagnosed(record);
  }
}

/** Schemas that must be accepted are valid ones, which xmllint can read. */
function untrueSample(expectation: Expectation, { sampled }: EntryRecord): string | undefined {
  if (sampled === undefined) return undefined;
  const { samples, failure } = sampled;
  if (samples === undefined) return `no samples: ${failure}`;
  const { schemaError, failures } = samples;
  if (schemaError !== undefined && expectation === 'must-accept') return `no schema for samples: ${schemaError}`;
  const [first] = failures;
  return first && `sample (${first.stage}) of ${first.message}: ${first.reason}`;
}

function notRead({ outcome, diagnostics }: EntryRecord): string | undefined {
  if (outcome === 'read') return undefined;
  const [first] = diagnostics;
  return first === undefined ? 'no contract, and no diagnostic' : describe(first);
}

function notDiagnosed({ diagnostics, readMilliseconds }: EntryRecord): string | undefined {
  if (diagnostics.length === 0) return 'no diagnostic';
  if (!diagnostics.some(hasPlace)) return `no line and column: ${describe(diagnostics[0] as KeptDiagnostic)}`;
  return readMilliseconds > diagnosisLimit ? `the diagnostic took ${Math.round(readMilliseconds)} ms` : undefined;
}

/** Names an address, and the command that brings it. */
function namesFetch({ message, remedy, severity }: KeptDiagnostic): boolean {
  return severity === 'error' && /\b(https?|ftp|urn):/.test(message) && remedy?.includes('soapwright fetch') === true;
}

function hasPlace({ file, line, column }: KeptDiagnostic): boolean {
  return file !== undefined && line !== undefined && column !== undefined;
}

/** A diagnostic in one line, without the folders of its file. */
export function describe({ code, message, file, line, column }: KeptDiagnostic): string {
  const name = file?.split(/[\\/]/).at(-1);
  const place = name === undefined ? '' : ` (${[name, line, column].filter((part) => part !== undefined).join(':')})`;
  return `${code} ${message}${place}`;
}

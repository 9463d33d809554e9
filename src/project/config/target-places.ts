import type { Diagnostic, SourceLocation } from '../../diagnostics/index.ts';

/** Where the configuration file names the paths of a target. */
export interface TargetPlaces {
  readonly schema: SourceLocation;
  readonly out: SourceLocation;
  readonly handlers?: SourceLocation | undefined;
  readonly overlay?: SourceLocation | undefined;
  /** One for each plugin. */
  readonly plugins: readonly SourceLocation[];
}

/** The parts of a target that say where its files are named. */
interface NamedFiles {
  readonly schema: string;
  readonly overlay?: string | undefined;
  readonly places?: TargetPlaces | undefined;
}

/** A file that cannot be read has no lines: the diagnostic is placed where the configuration names the file. */
export function atNames(
  diagnostics: readonly Diagnostic[],
  { schema, overlay, places }: NamedFiles,
): readonly Diagnostic[] {
  if (places === undefined) return diagnostics;
  return diagnostics.map((diagnostic) => {
    const { file, line } = diagnostic;
    const place = file === schema ? places.schema : file === overlay ? places.overlay : undefined;
    return line !== undefined || place === undefined ? diagnostic : { ...diagnostic, ...place };
  });
}

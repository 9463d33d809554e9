import type { Diagnostic, ExitCode, Place, Related, Severity } from './diagnostic.ts';
import { closest } from './suggest.ts';
import { visible } from './visible.ts';

/** One kind of diagnostic in a catalogue. `{name}` in the texts stands for a parameter. */
export interface Entry {
  readonly code: `SW${number}`;
  readonly severity: Severity;
  readonly exit: ExitCode;
  readonly message: string;
  readonly remedy?: string;
}

/** A theme: its entries by a name that code can read. Declared `as const`, so that parameters are checked. */
export type Catalogue = Readonly<Record<string, Entry>>;

/** Braces around more than a name (`{ type: {type} }`) stand for themselves. */
type NamesIn<Text> = Text extends `${string}{${infer Inner}`
  ?
      | (Inner extends `${infer Name}}${string}`
          ? Name extends `${string}${' ' | ':' | '{'}${string}`
            ? never
            : Name
          : never)
      | NamesIn<Inner>
  : never;

/** What the texts of an entry need: `{}` when there is no placeholder in them. */
export type ParametersOf<E extends Entry> = {
  readonly [Name in NamesIn<E['message']> | NamesIn<E extends { remedy: infer R } ? R : never>]: string | number;
};

export interface ReportDetails {
  /** The unknown name, and the names it might have meant: a close one is offered. */
  readonly didYouMean?: { readonly name: string; readonly among: Iterable<string> } | undefined;
  /** Goes before `didYouMean` where what was meant is known. */
  readonly suggestion?: string | undefined;
  readonly related?: readonly Related[] | undefined;
}

/** Longer parameters are cut: a message stays one readable line whatever stands in the file. */
const longestParameter = 200;

/** A diagnostic of this kind, at this place. Control characters in parameters come out as escapes. */
export function report<E extends Entry>(
  entry: E,
  parameters: ParametersOf<E>,
  place: Place = {},
  details: ReportDetails = {},
): Diagnostic {
  const suggestion =
    details.suggestion ?? (details.didYouMean && closest(details.didYouMean.name, details.didYouMean.among));
  const message = fill(entry.message, parameters);
  return {
    code: entry.code,
    severity: entry.severity,
    exit: entry.exit,
    message: suggestion === undefined ? message : `${message} Did you mean "${clean(suggestion)}"?`,
    ...(entry.remedy !== undefined && { remedy: fill(entry.remedy, parameters) }),
    ...(suggestion !== undefined && { suggestion }),
    ...(place.file !== undefined && { file: place.file }),
    ...(place.line !== undefined && { line: place.line }),
    ...(place.column !== undefined && { column: place.column }),
    ...(place.length !== undefined && { length: place.length }),
    ...(details.related !== undefined && details.related.length > 0 && { related: details.related }),
  };
}

function fill(text: string, parameters: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => clean(String(parameters[name])));
}

function clean(parameter: string): string {
  const text = visible(parameter);
  return text.length <= longestParameter ? text : `${text.slice(0, longestParameter)}…`;
}

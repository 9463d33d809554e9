import type { Diagnostic, Edit, ExitCode, Related, Severity, SourceLocation } from './diagnostic.ts';
import { closest } from './suggest.ts';
import { visible } from './terminal-text.ts';

/** One kind of diagnostic. `{name}` in message and remedy is a parameter. */
export interface Entry {
  readonly code: `SW${number}`;
  /** By default an error. */
  readonly severity?: Severity;
  /** By default 2 for an error, and 0 for anything else. */
  readonly exit?: ExitCode;
  readonly message: string;
  /** The message as a sentence without parameters, where those say most of it; for `readableMessage`. */
  readonly generalMessage?: string;
  readonly remedy?: string;
  /** The remedy as a sentence without parameters, where it has some that are not in the message; for `readableRemedy`. */
  readonly generalRemedy?: string;
  /** Longer explanation, printed by `soapwright explain`. */
  readonly meaning: string;
  /** Part of a file, or a command, that leads to it. */
  readonly example: string;
}

/** Entries by name. Declared `as const`, so that the compiler checks the parameters of `report`. */
export type Catalogue = Readonly<Record<string, Entry>>;

/** Explanation of an error that the runtime throws with this code. */
export interface ErrorEntry extends Pick<Entry, 'meaning' | 'example'> {
  readonly remedy: string;
}

/** Entries by the codes of one class of errors. */
export type ErrorCatalogue = Readonly<Record<string, ErrorEntry>>;

/** Braces around anything but a name (`{ type: {type} }`) are literal text. */
type NamesIn<Text> = Text extends `${string}{${infer Inner}`
  ?
      | (Inner extends `${infer Name}}${string}`
          ? Name extends `${string}${' ' | ':' | '{'}${string}`
            ? never
            : Name
          : never)
      | NamesIn<Inner>
  : never;

/** A list is written with commas, and where it is long, with the number of those left out. */
export type Parameter = string | number | readonly string[];

/** Parameters of an entry's texts: `{}` for texts without placeholders. */
export type ParametersOf<E extends Entry> = {
  readonly [Name in NamesIn<E['message']> | NamesIn<E extends { remedy: infer R } ? R : never>]: Parameter;
};

export interface ReportDetails {
  /** The unknown name and the declared ones; a close one is suggested. */
  readonly didYouMean?: { readonly name: string; readonly among: Iterable<string> } | undefined;
  /** Overrides the closest name as the suggestion. */
  readonly suggestion?: string | undefined;
  readonly related?: readonly Related[] | undefined;
  readonly edits?: readonly Edit[] | undefined;
}

/** Longer parameters are cut, so that a message stays one readable line. */
const longestParameter = 200;

/** A diagnostic of this kind at this location. Control characters in parameters are escaped. */
export function report<E extends Entry>(
  entry: E,
  parameters: ParametersOf<E>,
  location: SourceLocation = {},
  details: ReportDetails = {},
): Diagnostic {
  const suggestion =
    details.suggestion ?? (details.didYouMean && closest(details.didYouMean.name, details.didYouMean.among));
  const message = fill(entry.message, parameters);
  const { code, severity = 'error' } = entry;
  return {
    code,
    severity,
    exit: exitOf(entry),
    message: suggestion === undefined ? message : `${message} Did you mean "${clean(suggestion)}"?`,
    ...(entry.remedy !== undefined && { remedy: fill(entry.remedy, parameters) }),
    ...(suggestion !== undefined && { suggestion }),
    ...completeLocation(location),
    ...(details.related !== undefined && details.related.length > 0 && { related: details.related }),
    ...(details.edits !== undefined && details.edits.length > 0 && { edits: details.edits }),
  };
}

/** The exit code of a run whose only diagnostic is of this kind. */
export function exitOf({ severity = 'error', exit = severity === 'error' ? 2 : 0 }: Entry): ExitCode {
  return exit;
}

/** Without absent properties, and with the end of the range if its start is known. */
export function completeLocation({ file, line, column, length, endLine, endColumn }: SourceLocation): SourceLocation {
  const end = line !== undefined && column !== undefined;
  return {
    ...(file !== undefined && { file }),
    ...(line !== undefined && { line }),
    ...(column !== undefined && { column }),
    ...(length !== undefined && { length }),
    ...(end && { endLine: endLine ?? line, endColumn: endColumn ?? column + (length ?? 1) }),
  };
}

/** Readable without parameters: `{defaultValue}` becomes `<default value>`. One that can be empty is a word of its own. */
export function withoutParameters(text: string): string {
  return text
    .replace(/(?<=[a-z]{2}|\})(?=\{\w+\})|(?<=\{\w+\})(?=[A-Z])/g, ' ')
    .replace(
      /\{(\w+)\}/g,
      (_, name: string) => `<${(words[name] ?? name).replace(/[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`)}>`,
    );
}

/** Words for parameters whose names say nothing to a reader. */
const words: Readonly<Record<string, string>> = { where: 'place', what: 'part', kind: 'component' };

/** The message of an entry, readable without a diagnostic. */
export function readableMessage({ message, generalMessage }: Entry): string {
  return generalMessage ?? withoutParameters(message);
}

/** The remedy of an entry, readable without a diagnostic; undefined if it has none. */
export function readableRemedy({ remedy, generalRemedy }: Entry): string | undefined {
  return generalRemedy ?? (remedy && withoutParameters(remedy));
}

function fill(text: string, parameters: Readonly<Record<string, Parameter>>): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => {
    const parameter = parameters[name] ?? '';
    return typeof parameter === 'object' ? cleanList(parameter) : clean(String(parameter));
  });
}

function clean(parameter: string): string {
  const text = visible(parameter);
  if (text.length <= longestParameter) return text;
  const end = text.slice(0, longestParameter + 1).search(/[\s,;:]+\S*$/);
  // Between words, unless the last one is very long.
  return end < longestParameter / 2 ? `${text.slice(0, longestParameter)}…` : `${text.slice(0, end)} …`;
}

function cleanList(items: readonly string[]): string {
  let text = '';
  for (const [index, item] of items.entries()) {
    const next = `${index === 0 ? '' : ', '}${clean(item)}`;
    if (index > 0 && text.length + next.length > longestParameter) return `${text} and ${items.length - index} more`;
    text += next;
  }
  return text;
}

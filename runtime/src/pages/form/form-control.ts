import { occursText, typeText } from '../message-fields.ts';
import { attribute, checkbox, type Html, html, nothing } from '../page-html.ts';
import type { FieldDescription } from '../pages-description.ts';
import { decodeText } from './form-body.ts';
import type { FormEntries } from './form-entries.ts';
import { enteringOf, mayBeEmpty, valuesOf } from './input-types.ts';

/** How many inputs stand for a list whose values must not be seen. */
const hiddenItems = 3;

/** What each of a field's inputs has. */
interface Input {
  readonly name: string;
  readonly id: string;
  readonly describedBy: string | undefined;
}

/** A field of a simple type with its label, input and boxes. */
export function control(
  field: FieldDescription,
  place: Place,
  entries: FormEntries | undefined,
): { readonly html: Html; readonly isFile: boolean } {
  const { path, sensitive } = place;
  const { kind, format } = enteringOf(field);
  const id = `field-${idOf(path)}`;
  const hints = [
    field.doc ?? '',
    field.deprecated === undefined ? '' : `Deprecated: ${field.deprecated}`,
    valuesOf(field) !== undefined || format === undefined ? '' : `${format[0]?.toUpperCase()}${format.slice(1)}.`,
    field.fallback === undefined ? '' : `Left out, it is "${field.fallback}".`,
    isXml(field) ? xmlHint(field) : '',
    manyHint(field, sensitive),
  ];
  const hint = hints.filter((text) => text !== '').join(' ');
  const input: Input = { name: path, id, describedBy: hint === '' ? undefined : `${id}-hint` };
  const label = html`${field.name} <span class="type">${typeLine(field, sensitive)}</span>`;
  const isGroup = field.many && sensitive && kind !== 'file' && !isXml(field);
  const shown = isGroup ? passwords(field, input) : one(field, input, place, entries);
  const inside = html`${shown}
${
  hint === ''
    ? nothing
    : html`<p class="hint" id="${id}-hint">${hint}</p>
`
}${boxes(field, path, entries)}`;
  const whole = isGroup
    ? html`<fieldset class="field"><legend>${label}</legend>
<div>${inside}</div></fieldset>
`
    : html`<div class="field"><label for="${id}">${label}</label>
<div>${inside}</div></div>
`;
  return { html: whole, isFile: kind === 'file' };
}

function typeLine(field: FieldDescription, sensitive: boolean): string {
  const words = [typeText(field), occursText(field)].filter((word) => word !== '');
  return (sensitive ? [...words, 'sensitive'] : words).join(', ');
}

/** Whether what is entered is XML itself. */
function isXml({ place, type }: FieldDescription): boolean {
  return place === 'any' || place === 'attributes' || place === 'mixed' || type === 'anyType';
}

function xmlHint({ place, many }: FieldDescription): string {
  if (place === 'attributes') return 'Attributes as XML has them: name="value".';
  if (place === 'any') return many ? 'Elements, as XML.' : 'One element, as XML.';
  return 'As XML: text with & is written with &amp;.';
}

function manyHint(field: FieldDescription, sensitive: boolean): string {
  if (!field.many || (isXml(field) && field.type !== 'anyType')) return '';
  if (enteringOf(field).kind === 'file') return 'Each file is an entry.';
  return sensitive ? 'Each is an entry; what is empty is left out.' : 'Each line is an entry.';
}

function one(field: FieldDescription, input: Input, place: Place, entries: FormEntries | undefined): Html {
  const { kind } = enteringOf(field);
  const common = html`id="${input.id}" name="${input.name}"${attribute('aria-describedby', input.describedBy)}`;
  if (kind === 'file') {
    return html`<input type="file" ${common}${attribute('multiple', field.many ? '' : undefined)} />`;
  }
  if (isXml(field)) {
    const written = place.sensitive || field.many ? undefined : entries?.text(input.name);
    const lines = place.sensitive ? '' : (written ?? linesOf(entries, input.name));
    return html`<textarea class="xml" ${common} rows="3" spellcheck="false" autocomplete="off"${attribute('placeholder', field.sample)}>
${lines}</textarea>`;
  }
  if (place.sensitive) return textInput(field, common, place, undefined);
  if (field.many)
    return html`<textarea ${common} rows="3" spellcheck="false">
${linesOf(entries, input.name)}</textarea>`;
  const entered = entries?.text(input.name);
  const values = valuesOf(field) ?? (kind === 'boolean' ? ['false', 'true'] : undefined);
  if (values !== undefined) return choice(field, common, entered, values);
  return textInput(field, common, place, entered);
}

function linesOf(entries: FormEntries | undefined, name: string): string {
  const entered = entries?.all(name) ?? [];
  return entered.map(({ value }) => decodeText(value, `The entry "${name}"`)).join('\n');
}

function textInput(
  field: FieldDescription,
  common: Html,
  { sensitive, dispensable, unchecked }: Place,
  entered: string | undefined,
): Html {
  const { inputMode, pattern, format, example } = enteringOf(field);
  const isRequired = !dispensable && !field.optional && !field.nillable && !mayBeEmpty(field);
  const checks = html`${attribute('inputmode', inputMode)}${attribute('pattern', unchecked ? undefined : pattern)}${attribute('title', format)}${attribute('required', isRequired ? '' : undefined)}`;
  if (sensitive) return html`<input type="password" ${common}${checks} autocomplete="off" />`;
  const value = attribute('value', entered === undefined || entered === '' ? undefined : entered);
  return html`<input type="text" ${common}${value}${checks}${attribute('placeholder', field.fallback ?? example)} autocomplete="off" autocapitalize="off" spellcheck="false" />`;
}

/** One of a few values, or none where it may be left out. */
function choice(
  { optional, nillable }: FieldDescription,
  common: Html,
  entered: string | undefined,
  few: readonly string[],
): Html {
  const values = (optional || nillable) && !few.includes('') ? ['', ...few] : few;
  return html`<select ${common}>${values.map((value) => {
    const mark = attribute('selected', value === entered ? '' : undefined);
    return html`<option value="${value}"${mark}>${value === '' ? 'none' : value}</option>`;
  })}</select>`;
}

function passwords(field: FieldDescription, { name, id, describedBy }: Input): Html {
  return html`${Array.from({ length: hiddenItems }, (_, index) => {
    const label = `${field.name} ${index + 1}`;
    return html`<input type="password" id="${id}-${String(index)}" name="${name}" aria-label="${label}"${attribute('aria-describedby', describedBy)} autocomplete="off" />
`;
  })}`;
}

function boxes(field: FieldDescription, path: string, entries: FormEntries | undefined): Html {
  const shown: Html[] = [];
  const add = (name: string, label: string): void => {
    shown.push(checkbox(name, label, field.name, entries?.one(name) !== undefined));
  };
  if (field.optional && !field.many && field.place !== 'any' && field.place !== 'mixed')
    add(`omit:${path}`, 'leave out');
  if (field.nillable) add(`nil:${path}`, field.many ? 'blank lines are nil' : 'nil');
  return shown.length === 0
    ? nothing
    : html`<p class="flags">${shown}</p>
`;
}

/** An id without white space, different for different paths. */
function idOf(path: string): string {
  return path.replace(/[\s%]/gu, (character) => `%${character.codePointAt(0)?.toString(16)}.`);
}

/** Where a field stands in a form. */
export interface Place {
  /** That names it. */
  readonly path: string;
  /** Whether the field, or a record around it, is sensitive. */
  readonly sensitive: boolean;
  /** Whether a record around it may be left out or nil, so that no browser may insist on a value. */
  readonly dispensable: boolean;
  /** Whether it may turn out not to be asked for, so that a browser must not even judge what stands there. */
  readonly unchecked: boolean;
  /** The records around the field: one that holds itself is only opened when somebody asks for it. */
  readonly records: readonly string[];
}

import { byteCount } from '../envelope-text.ts';
import { isRequired, occursText, requiredMark, typeText } from '../message-fields.ts';
import { attribute, brokenName, checkbox, type Html, html, nothing } from '../page-html.ts';
import type { FieldDescription } from '../pages-description.ts';
import { allowsEmpty, inputTypeOf, listedValues } from '../simple-types.ts';
import { decodeText } from './form-body.ts';
import type { FormEntries } from './form-entries.ts';

/** The position of a field in a form. */
export interface InputContext {
  /** Name of its entry. */
  readonly path: string;
  /** Path of the field in faults, without the name of the operation's element. */
  readonly faultPath: string;
  /** Whether the field, or a record around it, is sensitive. */
  readonly sensitive: boolean;
  /** Whether a record around it may be absent or nil, so that a browser must not require a value. */
  readonly dispensable: boolean;
  /** Whether it belongs to a case that may not be chosen, so that a browser must not validate it. */
  readonly unchecked: boolean;
  /** The records around the field: a recursive one is opened on request only. */
  readonly records: readonly string[];
}

/** A field with an invalid value. */
export interface FieldProblem {
  /** As faults name it, without the name of the operation's element. */
  readonly path: string;
  readonly text: string;
}

/** Inputs for a list of sensitive values, which a text area would reveal. */
const hiddenItems = 3;

/** The attributes that all inputs of a field have. */
interface Input {
  readonly name: string;
  readonly id: string;
  readonly state: Html;
}

/** A field of a simple type with its label, input, boxes, and the message about its value. */
export function control(
  field: FieldDescription,
  context: InputContext,
  entries: FormEntries | undefined,
  problem: FieldProblem | undefined,
): { readonly html: Html; readonly isFile: boolean } {
  const { path, faultPath, sensitive } = context;
  const { kind, format } = inputTypeOf(field);
  const id = `field-${idOf(path)}`;
  const hint = [
    field.doc ?? '',
    field.deprecated === undefined ? '' : `Deprecated: ${field.deprecated}`,
    listedValues(field) !== undefined || format === undefined
      ? ''
      : `${format.charAt(0).toUpperCase()}${format.slice(1)}.`,
    field.fallback === undefined ? '' : `Left out, it is "${field.fallback}".`,
    isXml(field) ? xmlHint(field) : '',
    manyHint(field, sensitive),
  ]
    .filter((text) => text !== '')
    .join(' ');
  const isInvalid = problem?.path === faultPath || problem?.path.startsWith(`${faultPath}[`) === true;
  const described = [...(isInvalid ? [`${id}-problem`] : []), ...(hint === '' ? [] : [`${id}-hint`])].join(' ');
  const state = html`${attribute('aria-invalid', isInvalid ? 'true' : undefined)}${attribute('aria-describedby', described === '' ? undefined : described)}`;
  const input: Input = { name: path, id, state };
  const label = html`${brokenName(field.name)} ${requiredMark(field)}<span class="type">${typeLine(field, sensitive)}</span>`;
  const isGroup = field.many && sensitive && kind !== 'file' && !isXml(field);
  const inside = html`${isGroup ? passwords(field, input) : oneInput(field, input, context, entries)}
${isInvalid ? html`<p class="hint" id="${id}-problem"><span class="badge bad">invalid</span> ${problem?.text ?? ''}</p>\n` : nothing}${
  hint === '' ? nothing : html`<p class="hint" id="${id}-hint">${hint}</p>\n`
}${boxes(field, path, entries)}`;
  const all = isGroup
    ? html`<fieldset class="field"><legend>${label}</legend>
<div>${inside}</div></fieldset>\n`
    : html`<div class="field"><label for="${id}">${label}</label>
<div>${inside}</div></div>\n`;
  return { html: all, isFile: kind === 'file' };
}

function typeLine(field: FieldDescription, sensitive: boolean): string {
  const words = [typeText(field), isRequired(field) ? '' : occursText(field)].filter((word) => word !== '');
  return (sensitive ? [...words, 'sensitive'] : words).join(', ');
}

/** Whether the field is entered as XML. */
function isXml({ place, type }: FieldDescription): boolean {
  return place === 'any' || place === 'attributes' || place === 'mixed' || type === 'anyType';
}

function xmlHint({ place, many }: FieldDescription): string {
  if (place === 'attributes') return 'Attributes, as XML: name="value".';
  if (place === 'any') return many ? 'Elements, as XML.' : 'One element, as XML.';
  return 'As XML: write & as &amp;.';
}

function manyHint(field: FieldDescription, sensitive: boolean): string {
  if (!field.many || (isXml(field) && field.type !== 'anyType')) return '';
  if (inputTypeOf(field).kind === 'file') return 'Each file is an entry.';
  return sensitive ? 'Each is an entry; empty ones are left out.' : 'Each line is an entry.';
}

function oneInput(
  field: FieldDescription,
  input: Input,
  context: InputContext,
  entries: FormEntries | undefined,
): Html {
  const { name, id, state } = input;
  const { kind } = inputTypeOf(field);
  const common = html`id="${id}" name="${name}"${state}`;
  if (kind === 'file') {
    const file = html`<input type="file" ${common}${attribute('multiple', field.many ? '' : undefined)} />`;
    return html`${file}${exampleBox(name, entries)}`;
  }
  if (isXml(field)) {
    const entered = context.sensitive || field.many ? undefined : entries?.text(name);
    const lines = context.sensitive ? '' : (entered ?? linesOf(entries, name));
    return html`<textarea class="xml" ${common} rows="3" spellcheck="false" autocomplete="off"${attribute('placeholder', field.sample)}>
${lines}</textarea>`;
  }
  // A posted secret is not repeated; one that the program itself gives as an example is.
  if (context.sensitive) return textInput(field, common, context, entries?.example?.text(name));
  if (field.many) {
    return html`<textarea ${common} rows="3" spellcheck="false">
${linesOf(entries, name)}</textarea>`;
  }
  const entered = entries?.text(name);
  const values = listedValues(field) ?? (kind === 'boolean' ? ['false', 'true'] : undefined);
  if (values !== undefined) return choice(field, common, entered, values);
  return textInput(field, common, context, entered);
}

/** A file cannot be filled in: a box sends that of the example. */
function exampleBox(path: string, entries: FormEntries | undefined): Html {
  const file = entries?.example?.one(path);
  if (file === undefined) return nothing;
  const label = `without a file, send the ${byteCount(file.value.length)} of the example`;
  const isChecked = entries === entries?.example || entries?.flag('example', path) === true;
  return html`<p class="flags">${checkbox(`example:${path}`, label, undefined, isChecked)}</p>`;
}

function linesOf(entries: FormEntries | undefined, name: string): string {
  const entered = entries?.all(name) ?? [];
  return entered.map(({ value }) => decodeText(value, `The entry "${name}"`)).join('\n');
}

function textInput(
  field: FieldDescription,
  common: Html,
  { sensitive, dispensable, unchecked }: InputContext,
  entered: string | undefined,
): Html {
  const { inputMode, pattern, format, example } = inputTypeOf(field);
  const needsValue = !dispensable && !field.optional && !field.nillable && !allowsEmpty(field);
  const checks = html`${attribute('inputmode', inputMode)}${attribute('pattern', unchecked ? undefined : pattern)}${attribute('title', format)}${attribute('required', needsValue ? '' : undefined)}`;
  const value = attribute('value', entered === undefined || entered === '' ? undefined : entered);
  if (sensitive) return html`<input type="password" ${common}${value}${checks} autocomplete="off" />`;
  return html`<input type="text" ${common}${value}${checks}${attribute('placeholder', field.fallback ?? example)} autocomplete="off" autocapitalize="off" spellcheck="false" />`;
}

/** A list of values; an optional field may have none. */
function choice(
  { optional, nillable }: FieldDescription,
  common: Html,
  entered: string | undefined,
  listed: readonly string[],
): Html {
  const values = (optional || nillable) && !listed.includes('') ? ['', ...listed] : listed;
  return html`<select ${common}>${values.map((value) => {
    const mark = attribute('selected', value === entered ? '' : undefined);
    return html`<option value="${value}"${mark}>${value === '' ? 'none' : value}</option>`;
  })}</select>`;
}

function passwords(field: FieldDescription, { name, id, state }: Input): Html {
  return html`${Array.from({ length: hiddenItems }, (_, index) => {
    const label = `${field.name} ${index + 1}`;
    return html`<input type="password" id="${id}-${String(index)}" name="${name}" aria-label="${label}"${state} autocomplete="off" />\n`;
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
  return shown.length === 0 ? nothing : html`<p class="flags">${shown}</p>\n`;
}

/** An id without white space, unique for each path. */
function idOf(path: string): string {
  return path.replace(/[\s%]/gu, (character) => `%${character.codePointAt(0)?.toString(16)}.`);
}

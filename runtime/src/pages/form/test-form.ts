import { occursText } from '../message-fields.ts';
import { attribute, checkbox, type Html, html, nothing, operationLink, type Site } from '../page-html.ts';
import type { FieldDescription, OperationDescription, PagesDescription } from '../pages-description.ts';
import {
  casesOf,
  concreteTypes,
  type FormField,
  fieldsOf,
  formFields,
  hasSecrets,
  headerFields,
  headersPath,
} from '../record-fields.ts';
import { control, type Place } from './form-control.ts';
import { below, type FormEntries, secretsEntry, versionEntry } from './form-entries.ts';

/** The test form of an operation: one input for each field (rule P3). It works without a script. */
export function testForm(site: Site, operation: OperationDescription, entries: FormEntries | undefined): Html {
  const form = new FormInputs(site.description, entries);
  const headers = form.headers(operation);
  const fields = form.body(operation);
  const multipart = attribute('enctype', form.hasFiles ? 'multipart/form-data' : undefined);
  // A line end in a field presses the first button of the form, which must not be one that adds an entry.
  const first = html`<button class="first" tabindex="-1" aria-hidden="true">Send</button>
`;
  const isEmpty = fields.length === 0 && headers.length === 0;
  return html`<form method="post" action="${operationLink(operation.name)}#answer" autocomplete="off"${multipart}>
${form.hasLists ? first : nothing}${headers}${
  fields.length === 0
    ? html`<p>The request has no fields.</p>
`
    : fields
}<div class="send">
${versionChoice(site, entries)}${secretsChoice(site, operation, entries)}<button>Send</button>
${
  isEmpty
    ? nothing
    : html`<button class="second" formnovalidate="">Send unchecked</button>
`
}</div>
</form>
`;
}

/** Where the answer can hold sensitive values: whether they are to be shown. */
function secretsChoice({ description }: Site, operation: OperationDescription, entries: FormEntries | undefined): Html {
  if (!hasSecrets(description, operation)) return nothing;
  const isShown = entries?.showsSecrets === true;
  return html`${checkbox(secretsEntry, 'Show secret values of the answer', undefined, isShown)}
`;
}

function versionChoice({ versions }: Site, entries: FormEntries | undefined): Html {
  const [first] = versions;
  if (versions.length === 1)
    return html`<input type="hidden" name="${versionEntry}" value="${first?.name ?? ''}" />
`;
  const entered = entries?.text(versionEntry) ?? first?.name;
  return html`<fieldset class="choice">
<legend>Version</legend>
${versions.map(({ name }) => {
  const mark = attribute('checked', name === entered ? '' : undefined);
  return html`<label class="box"><input type="radio" name="${versionEntry}" value="${name}"${mark} />SOAP ${name}</label>
`;
})}</fieldset>
`;
}

/** In a form of more inputs, records that may be left out are only opened when somebody asks for them. */
const mostInputs = 300;

/** What stands in one place of which others may stand there, as a form shows it. */
interface Case {
  readonly key: string;
  readonly label: string;
  readonly inside: () => readonly Html[];
}

/** The inputs of a form. What it holds is known when all of them are made. */
export class FormInputs {
  readonly #service: PagesDescription;
  readonly #entries: FormEntries | undefined;
  #inputs = 0;
  #hasLists = false;
  #hasFiles = false;

  constructor(service: PagesDescription, entries: FormEntries | undefined) {
    this.#service = service;
    this.#entries = entries;
  }

  /** Whether there are buttons that add entries. */
  get hasLists(): boolean {
    return this.#hasLists;
  }

  get hasFiles(): boolean {
    return this.#hasFiles;
  }

  body({ input }: OperationDescription): readonly Html[] {
    return this.#inside(input, { ...outermost, path: '' });
  }

  /** The header blocks of the request, each as a record of its own. */
  headers(operation: OperationDescription): readonly Html[] {
    return headerFields(operation).map(({ key, field }) => {
      const path = below(headersPath, key);
      return this.#record(field, field.record ?? '', { ...outermost, path }, 'header block');
    });
  }

  /** The fields of a record, or of the type that is chosen in its place. */
  #inside(record: string, place: Place): readonly Html[] {
    const inside = { ...place, records: [...place.records, record] };
    const types = concreteTypes(this.#service, record);
    if (types === undefined) return this.#fields(formFields(fieldsOf(this.#service, record)), inside);
    const cases = types.map(({ key, label, record: own }): Case => {
      return { key, label, inside: () => this.#typed(own, { ...inCase(inside), path: below(place.path, key) }) };
    });
    const [first] = cases;
    if (cases.length < 2) return first?.inside() ?? [];
    return this.#cases('type', cases, place.path, first?.key);
  }

  #typed(record: string, place: Place): readonly Html[] {
    const inside = { ...place, records: [...place.records, record] };
    return this.#fields(formFields(fieldsOf(this.#service, record)), inside);
  }

  #fields(fields: readonly FormField[], place: Place): readonly Html[] {
    return fields.map(({ key, field }) =>
      this.#field(field, {
        ...place,
        path: below(place.path, key),
        sensitive: place.sensitive || field.sensitive === true,
      }),
    );
  }

  #field(field: FieldDescription, place: Place): Html {
    const { record } = field;
    if (record !== undefined) return this.#record(field, record, place);
    const { html: shown, isFile } = control(field, place, this.#entries);
    this.#hasFiles ||= isFile;
    this.#inputs++;
    return shown;
  }

  /** A record, a group or a choice. */
  #record(field: FieldDescription, record: string, place: Place, kind = kindOf(field)): Html {
    const entries = this.#entries;
    const recursive = place.records.includes(record);
    const closed = recursive || (this.#inputs >= mostInputs && entries?.has(place.path) !== true);
    const counted = closed || entries?.count(place.path) !== undefined;
    if (field.many || (counted && (field.optional || recursive || entries?.count(place.path) !== undefined))) {
      return this.#list(field, record, place, closed ? 0 : 1);
    }
    const dispensable = place.dispensable || field.optional === true || field.nillable === true;
    const isChoice = field.place === 'choice';
    return html`<fieldset>
<legend>${field.name}${kind === '' ? nothing : html` <span class="type">${kind}</span>`}</legend>
${hint(field)}${this.#flags(isChoice ? { ...field, optional: false } : field, place.path)}${
  recursive ? nothing : this.#content(field, record, { ...place, dispensable })
}</fieldset>
`;
  }

  #content(field: FieldDescription, record: string, place: Place): readonly Html[] {
    if (field.place !== 'choice') return this.#inside(record, place);
    const inside = { ...inCase(place), records: [...place.records, record] };
    const cases = casesOf(this.#service, record).map(({ key, field: one }): Case => {
      const { path } = place;
      return { key, label: one.name, inside: () => this.#fields([{ key, field: one }], { ...inside, path }) };
    });
    const none: Case = { key: '', label: 'none', inside: () => [] };
    const isOptional = field.optional && !field.many;
    return this.#cases(field.name, isOptional ? [...cases, none] : cases, place.path, isOptional ? '' : cases[0]?.key);
  }

  /** One of several: what is entered for the others counts for nothing, and a style sheet takes it out of sight. */
  #cases(name: string, cases: readonly Case[], path: string, initial: string | undefined): readonly Html[] {
    const entries = this.#entries;
    const chosen = entries?.text(`case:${path}`) ?? cases.find(({ key }) => entries?.has(below(path, key)))?.key;
    const checked = cases.some(({ key }) => key === chosen) ? chosen : initial;
    return cases.map(({ key, label, inside }) => {
      const mark = attribute('checked', key === checked ? '' : undefined);
      const fields = inside();
      const content = fields.length === 0 ? nothing : html`<div class="inside">${fields}</div>`;
      return html`<div class="case"><label class="box"><input type="radio" name="case:${path}" value="${key}"${mark} />${label}<span class="unseen"> ${name}</span></label>
${content}</div>
`;
    });
  }

  /** What repeats, or is there or not and is only opened when somebody asks for it. */
  #list(field: FieldDescription, record: string, place: Place, initial: number): Html {
    this.#hasLists = true;
    const { path } = place;
    const most = field.many ? Math.min(99, field.most ?? 99) : 1;
    const asked = this.#entries?.toAdd === path ? 1 : 0;
    const fewest = this.#inputs >= mostInputs ? initial : Math.max(initial, Math.min(field.least ?? 0, 10) * initial);
    const count = Math.min((this.#entries?.count(path) ?? fewest) + asked, most);
    const kind = kindOf({ ...field, name: '' });
    const items: Html[] = [];
    for (let index = 0; index < count; index++) {
      const item = field.many ? `${path}/${index}` : path;
      const name = field.many ? `${field.name} ${index + 1}` : field.name;
      const content = this.#content(field, record, { ...place, path: item, dispensable: true });
      items.push(html`<fieldset>
<legend>${name} <span class="type">${kind}</span></legend>
${this.#flags({ ...field, name, optional: true }, item)}${content}</fieldset>
`);
    }
    const again = count === 0 ? 'Add' : 'Add another';
    const add = html`<p class="add"><button class="second" name="add:${path}" value="1" formnovalidate="">${again} ${field.name}</button> <span class="quiet">Sensitive fields and files have to be entered anew then.</span></p>
`;
    return html`<fieldset class="list">
<legend>${field.name} <span class="type">${kind}, ${field.many ? occursText(field) : 'optional'}</span></legend>
${hint(field)}<input type="hidden" name="count:${path}" value="${String(count)}" />
${items}${count < most ? add : nothing}</fieldset>
`;
  }

  #flags({ name, optional, nillable }: FieldDescription, path: string): Html {
    const box = (flag: 'omit' | 'nil', label: string): Html =>
      checkbox(`${flag}:${path}`, label, name, this.#entries?.one(`${flag}:${path}`) !== undefined);
    const boxes = [...(optional ? [box('omit', 'leave out')] : []), ...(nillable ? [box('nil', 'nil')] : [])];
    return boxes.length === 0
      ? nothing
      : html`<p class="flags">${boxes}</p>
`;
  }
}

const outermost = { sensitive: false, dispensable: false, unchecked: false, records: [] } as const;

function inCase(place: Place): Place {
  return { ...place, dispensable: true, unchecked: true };
}

/** The record's name, where it says more than the field's; of a choice or a group nobody needs to know one. */
function kindOf({ name, record, place }: FieldDescription): string {
  if (place === 'choice') return 'one of these';
  if (place === 'group') return 'group';
  return record === undefined || record === name ? '' : record;
}

function hint({ doc = '', deprecated }: FieldDescription): Html {
  const text = [doc, deprecated === undefined ? '' : `Deprecated: ${deprecated}`]
    .filter((part) => part !== '')
    .join(' ');
  return text === ''
    ? nothing
    : html`<p class="hint">${text}</p>
`;
}

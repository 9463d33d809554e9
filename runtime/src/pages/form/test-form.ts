import { attachmentFields, attachmentsPath } from '../attached-parts.ts';
import { occursText, requiredMark } from '../message-fields.ts';
import {
  attribute,
  brokenName,
  checkbox,
  type Html,
  html,
  nothing,
  operationLink,
  type ShownService,
} from '../page-html.ts';
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
import { control, type FieldProblem, type InputContext } from './form-control.ts';
import { below, type FormEntries, secretsEntry, versionEntry } from './form-entries.ts';

/**
 * The test form of an operation: one input for each field (rule P3). It works without a script.
 *
 * @param problem the invalid field, which gets a message.
 * @param controls further inputs above its buttons, whose entries the receiver takes out.
 */
export function testForm(
  service: ShownService,
  operation: OperationDescription,
  entries: FormEntries | undefined,
  problem?: FieldProblem,
  controls: Html = nothing,
): Html {
  const form = new FormInputs(service.description, entries, problem);
  const headers = form.headers(operation);
  const fields = [...form.body(operation), ...form.attachments(operation)];
  const multipart = attribute('enctype', form.hasFiles ? 'multipart/form-data' : undefined);
  // Enter in a field presses the first button of the form, which must not be one that adds an entry.
  const first = html`<button class="first" tabindex="-1" aria-hidden="true">Send</button>\n`;
  const isEmpty = fields.length === 0 && headers.length === 0;
  return html`<form method="post" action="${operationLink(operation.name)}#answer" autocomplete="off"${multipart}>
${form.hasLists ? first : nothing}${headers}${fields.length === 0 ? html`<p>The request has no fields.</p>\n` : fields}<div class="send">
${controls}${versionChoice(service, entries)}${secretsChoice(service, operation, entries)}<button>Send</button>
${isEmpty ? nothing : html`<button class="second" formnovalidate="">Send unchecked</button>\n`}</div>
${isPosted(entries) ? againNote(form) : nothing}</form>\n`;
}

/** Whether somebody entered the values, rather than the program an example. */
function isPosted(entries: FormEntries | undefined): boolean {
  return entries !== undefined && entries !== entries.example;
}

/** What a form that was posted does not keep. */
function againNote({ hasFiles, hasSecrets }: Pick<FormInputs, 'hasFiles' | 'hasSecrets'>): Html {
  const lost = [...(hasSecrets ? ['sensitive fields'] : []), ...(hasFiles ? ['files'] : [])].join(' and ');
  if (lost === '') return nothing;
  return html`<p class="quiet">The form keeps what was entered, without ${lost}: enter them again before you send it again.</p>\n`;
}

/** Whether to show sensitive values of the response; nothing if it cannot hold any. */
function secretsChoice(
  { description }: ShownService,
  operation: OperationDescription,
  entries: FormEntries | undefined,
): Html {
  if (!hasSecrets(description, operation)) return nothing;
  const isShown = entries?.showsSecrets === true;
  return html`${checkbox(secretsEntry, 'Show secret values of the response', undefined, isShown)}\n`;
}

function versionChoice({ versions }: ShownService, entries: FormEntries | undefined): Html {
  const [first] = versions;
  if (versions.length === 1) return html`<input type="hidden" name="${versionEntry}" value="${first?.name ?? ''}" />\n`;
  const entered = entries?.text(versionEntry) ?? first?.name;
  return html`<fieldset class="choice">
<legend>Version</legend>
${versions.map(({ name }) => {
  const mark = attribute('checked', name === entered ? '' : undefined);
  return html`<label class="box"><input type="radio" name="${versionEntry}" value="${name}"${mark} />SOAP ${name}</label>\n`;
})}</fieldset>\n`;
}

/** In a form with more inputs, optional records are opened on request only. */
const mostInputs = 300;

/** One of several alternatives in a form. */
interface Case {
  readonly key: string;
  readonly label: string;
  readonly inside: () => readonly Html[];
}

/** Builds the inputs of a form; `hasLists`, `hasFiles` and `hasSecrets` are final when all of them are built. */
class FormInputs {
  readonly #service: PagesDescription;
  readonly #entries: FormEntries | undefined;
  readonly #problem: FieldProblem | undefined;
  #inputs = 0;
  #hasLists = false;
  #hasFiles = false;
  #hasSecrets = false;

  constructor(service: PagesDescription, entries: FormEntries | undefined, problem: FieldProblem | undefined) {
    this.#service = service;
    this.#entries = entries;
    this.#problem = problem;
  }

  /** Whether there are buttons that add entries. */
  get hasLists(): boolean {
    return this.#hasLists;
  }

  get hasFiles(): boolean {
    return this.#hasFiles;
  }

  get hasSecrets(): boolean {
    return this.#hasSecrets;
  }

  body({ input }: OperationDescription): readonly Html[] {
    return this.#inside(input, root);
  }

  /** The attachments of the request that its body does not refer to. */
  attachments(operation: OperationDescription): readonly Html[] {
    return this.#fields(attachmentFields(operation), { ...root, path: attachmentsPath, faultPath: attachmentsPath });
  }

  /** The header blocks of the request, each as a record of its own. */
  headers(operation: OperationDescription): readonly Html[] {
    return headerFields(operation).map(({ key, field }) => {
      const path = below(headersPath, key);
      return this.#record(field, field.record ?? '', { ...root, path, faultPath: path }, 'header block');
    });
  }

  /** The fields of a record, or of its concrete types. */
  #inside(record: string, context: InputContext): readonly Html[] {
    const inside = { ...context, records: [...context.records, record] };
    const types = concreteTypes(this.#service, record);
    if (types === undefined) return this.#fields(formFields(fieldsOf(this.#service, record)), inside);
    const cases = types.map(({ key, label, record: own }): Case => {
      return { key, label, inside: () => this.#typed(own, { ...inCase(inside), path: below(context.path, key) }) };
    });
    const [first] = cases;
    if (cases.length < 2) return first?.inside() ?? [];
    return this.#cases('type', cases, context.path, first?.key);
  }

  #typed(record: string, context: InputContext): readonly Html[] {
    const inside = { ...context, records: [...context.records, record] };
    return this.#fields(formFields(fieldsOf(this.#service, record)), inside);
  }

  #fields(fields: readonly FormField[], context: InputContext): readonly Html[] {
    return fields.map(({ key, field }) =>
      this.#field(field, {
        ...context,
        path: below(context.path, key),
        faultPath:
          field.place === 'choice' || field.place === 'group' ? context.faultPath : below(context.faultPath, key),
        sensitive: context.sensitive || field.sensitive === true,
      }),
    );
  }

  #field(field: FieldDescription, context: InputContext): Html {
    const { record } = field;
    if (record !== undefined) return this.#record(field, record, context);
    const { html: shown, isFile } = control(field, context, this.#entries, this.#problem);
    this.#hasFiles ||= isFile;
    this.#hasSecrets ||= context.sensitive && !isFile;
    this.#inputs++;
    return shown;
  }

  /** A record, a group or a choice. */
  #record(field: FieldDescription, record: string, context: InputContext, kind = kindOf(field)): Html {
    const entries = this.#entries;
    const recursive = context.records.includes(record);
    const closed = recursive || (this.#inputs >= mostInputs && entries?.has(context.path) !== true);
    const counted = closed || entries?.count(context.path) !== undefined;
    if (field.many || (counted && (field.optional || recursive || entries?.count(context.path) !== undefined))) {
      return this.#list(field, record, context, closed ? 0 : 1);
    }
    const dispensable = context.dispensable || field.optional === true || field.nillable === true;
    const isChoice = field.place === 'choice';
    return html`<fieldset>
<legend>${brokenName(field.name)} ${requiredMark(field)}${kind === '' ? nothing : html` <span class="type">${kind}</span>`}</legend>
${hint(field)}${this.#flags(isChoice ? { ...field, optional: false } : field, context.path)}${
  recursive ? nothing : this.#content(field, record, { ...context, dispensable })
}</fieldset>\n`;
  }

  #content(field: FieldDescription, record: string, context: InputContext): readonly Html[] {
    if (field.place !== 'choice') return this.#inside(record, context);
    const inside = { ...inCase(context), records: [...context.records, record] };
    const cases = casesOf(this.#service, record).map(({ key, field: one }): Case => {
      const { path } = context;
      return { key, label: one.name, inside: () => this.#fields([{ key, field: one }], { ...inside, path }) };
    });
    const none: Case = { key: '', label: 'none', inside: () => [] };
    const isOptional = field.optional && !field.many;
    return this.#cases(
      field.name,
      isOptional ? [...cases, none] : cases,
      context.path,
      isOptional ? '' : cases[0]?.key,
    );
  }

  /** Alternatives: entries of those that are not chosen are ignored, and the style sheet hides them. */
  #cases(name: string, cases: readonly Case[], path: string, initial: string | undefined): readonly Html[] {
    const entries = this.#entries;
    const chosen = entries?.text(`case:${path}`) ?? cases.find(({ key }) => entries?.has(below(path, key)))?.key;
    const checked = cases.some(({ key }) => key === chosen) ? chosen : initial;
    return cases.map(({ key, label, inside }) => {
      const mark = attribute('checked', key === checked ? '' : undefined);
      const fields = inside();
      const content = fields.length === 0 ? nothing : html`<div class="inside">${fields}</div>`;
      return html`<div class="case"><label class="box"><input type="radio" name="case:${path}" value="${key}"${mark} />${label}<span class="unseen"> ${name}</span></label>
${content}</div>\n`;
    });
  }

  /** A record that repeats, or is optional and opened on request only. */
  #list(field: FieldDescription, record: string, context: InputContext, initial: number): Html {
    this.#hasLists = true;
    const { path } = context;
    const most = field.many ? Math.min(99, field.most ?? 99) : 1;
    const asked = this.#entries?.toAdd === path ? 1 : 0;
    const fewest = this.#inputs >= mostInputs ? initial : Math.max(initial, Math.min(field.least ?? 0, 10) * initial);
    const count = Math.min((this.#entries?.count(path) ?? fewest) + asked, most);
    const kind = kindOf({ ...field, name: '' });
    const items: Html[] = [];
    for (let index = 0; index < count; index++) {
      const item = field.many ? `${path}/${index}` : path;
      const name = field.many ? `${field.name} ${index + 1}` : field.name;
      const faultPath = field.many ? `${context.faultPath}[${index}]` : context.faultPath;
      const content = this.#content(field, record, { ...context, path: item, faultPath, dispensable: true });
      items.push(html`<fieldset>
<legend>${brokenName(name)} <span class="type">${kind}</span></legend>
${this.#flags({ ...field, name, optional: true }, item)}${content}</fieldset>\n`);
    }
    const again = count === 0 ? 'Add' : 'Add another';
    const add = html`<p class="add"><button class="second" name="add:${path}" value="1" formnovalidate="">${again} ${field.name}</button> <span class="quiet">Sensitive fields and files must then be entered again.</span></p>\n`;
    return html`<fieldset class="list">
<legend>${brokenName(field.name)} <span class="type">${kind}, ${field.many ? occursText(field) : 'optional'}</span></legend>
${hint(field)}<input type="hidden" name="count:${path}" value="${String(count)}" />
${items}${count < most ? add : nothing}</fieldset>\n`;
  }

  #flags({ name, optional, nillable }: FieldDescription, path: string): Html {
    const box = (flag: 'omit' | 'nil', label: string): Html =>
      checkbox(`${flag}:${path}`, label, name, this.#entries?.one(`${flag}:${path}`) !== undefined);
    const boxes = [...(optional ? [box('omit', 'leave out')] : []), ...(nillable ? [box('nil', 'nil')] : [])];
    return boxes.length === 0 ? nothing : html`<p class="flags">${boxes}</p>\n`;
  }
}

const root: InputContext = {
  path: '',
  faultPath: '',
  sensitive: false,
  dispensable: false,
  unchecked: false,
  records: [],
};

function inCase(context: InputContext): InputContext {
  return { ...context, dispensable: true, unchecked: true };
}

/** The kind of a group, or the name of a record if it differs from that of the field. */
function kindOf({ name, record, place }: FieldDescription): string {
  if (place === 'choice') return 'one of these';
  if (place === 'group') return 'group';
  return record === undefined || record === name ? '' : record;
}

function hint({ doc = '', deprecated }: FieldDescription): Html {
  const text = [doc, deprecated === undefined ? '' : `Deprecated: ${deprecated}`]
    .filter((part) => part !== '')
    .join(' ');
  return text === '' ? nothing : html`<p class="hint">${text}</p>\n`;
}

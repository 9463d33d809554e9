import type { FieldDescription, OperationDescription } from '../description.ts';
import { type FormEntries, secretsEntry, versionEntry } from '../form/form-entries.ts';
import { checkbox } from './checkbox.ts';
import { control } from './form-control.ts';
import { attribute, type Html, html, nothing } from './html.ts';
import type { Place } from './place.ts';
import { hasSecrets } from './secrets.ts';
import { operationLink } from './service-page.ts';
import type { Site } from './site.ts';

/** In a form of more inputs, records that may be left out are only opened when somebody asks for them. */
const mostInputs = 300;

/** The test form of an operation: one input for each field (rule P3). It works without a script. */
export function testForm(site: Site, operation: OperationDescription, entries: FormEntries | undefined): Html {
  const { records } = site.description;
  const toAdd = entries?.toAdd;
  let lists = 0;
  let inputs = 0;
  let files = false;
  const fields = fieldsOf(operation.input, { path: '', sensitive: false, dispensable: false, records: [] });
  const multipart = attribute('enctype', files ? 'multipart/form-data' : undefined);
  // A line end in a field presses the first button of the form, which must not be one that adds an entry.
  const first = html`<button class="first" tabindex="-1" aria-hidden="true">Send</button>
`;
  return html`<form method="post" action="${operationLink(operation.name)}#answer" autocomplete="off"${multipart}>
${lists > 0 ? first : nothing}${
  fields.length === 0
    ? html`<p>The request has no fields.</p>
`
    : fields
}<div class="send">
${versionChoice(site, entries)}${secretsChoice(site, operation, entries)}<button>Send</button>
${
  fields.length === 0
    ? nothing
    : html`<button class="second" formnovalidate="">Send unchecked</button>
`
}</div>
</form>
`;

  function fieldsOf(record: string, place: Place): readonly Html[] {
    const inside = { ...place, records: [...place.records, record] };
    return (records[record] ?? []).map((field) =>
      fieldOf(field, {
        ...inside,
        path: place.path === '' ? field.name : `${place.path}/${field.name}`,
        sensitive: place.sensitive || field.sensitive,
      }),
    );
  }

  function fieldOf(field: FieldDescription, place: Place): Html {
    if (field.record === undefined) {
      const { html: shown, isFile } = control(field, place, entries);
      files ||= isFile;
      inputs++;
      return shown;
    }
    const recursive = place.records.includes(field.record);
    const closed = recursive || (inputs >= mostInputs && entries?.has(place.path) !== true);
    const counted = closed || entries?.count(place.path) !== undefined;
    if (field.many || (counted && field.optional)) return list(field, field.record, place, closed ? 0 : 1);
    return html`<fieldset>
<legend>${field.name}${typeOf(field)}</legend>
${hint(field)}${flags(field, place.path)}${recursive ? nothing : fieldsOf(field.record, { ...place, dispensable: place.dispensable || field.optional || field.nillable })}</fieldset>
`;
  }

  /** A record that repeats, or one that is there or not and is only opened when somebody asks for it. */
  function list(field: FieldDescription, record: string, place: Place, initial: number): Html {
    lists++;
    const { path } = place;
    const most = field.many ? 99 : 1;
    const count = Math.min((entries?.count(path) ?? initial) + (toAdd === path ? 1 : 0), most);
    const items: Html[] = [];
    for (let index = 0; index < count; index++) {
      const item = field.many ? `${path}/${index}` : path;
      const name = field.many ? `${field.name} ${index + 1}` : field.name;
      items.push(html`<fieldset>
<legend>${name} <span class="type">${record}</span></legend>
${flags({ ...field, name, optional: true }, item)}${fieldsOf(record, { ...place, path: item, dispensable: true })}</fieldset>
`);
    }
    const again = count === 0 ? 'Add' : 'Add another';
    const add = html`<p class="add"><button class="second" name="add:${path}" value="1" formnovalidate="">${again} ${field.name}</button> <span class="quiet">Sensitive fields and files have to be entered anew then.</span></p>
`;
    return html`<fieldset class="list">
<legend>${field.name} <span class="type">${record}, ${field.many ? 'any number' : 'optional'}</span></legend>
${hint(field)}<input type="hidden" name="count:${path}" value="${String(count)}" />
${items}${count < most ? add : nothing}</fieldset>
`;
  }

  function flags(field: FieldDescription, path: string): Html {
    const boxes = [
      ...(field.optional ? [box(`omit:${path}`, 'leave out', field.name)] : []),
      ...(field.nillable ? [box(`nil:${path}`, 'nil', field.name)] : []),
    ];
    return boxes.length === 0
      ? nothing
      : html`<p class="flags">${boxes}</p>
`;
  }

  function box(name: string, label: string, about: string): Html {
    return checkbox(name, label, about, entries?.one(name) !== undefined);
  }
}

/** The record's name, where it says more than the field's. */
function typeOf({ name, record }: FieldDescription): Html {
  return record === undefined || record === name ? nothing : html` <span class="type">${record}</span>`;
}

function hint({ doc }: FieldDescription): Html {
  return doc === ''
    ? nothing
    : html`<p class="hint">${doc}</p>
`;
}

/** Where the answer can hold sensitive values: whether they are to be shown. */
function secretsChoice(
  { description }: Site,
  { output }: OperationDescription,
  entries: FormEntries | undefined,
): Html {
  if (!hasSecrets(description, output)) return nothing;
  const isShown = entries?.showsSecrets === true;
  return html`${checkbox(secretsEntry, 'Show secret values of the answer', undefined, isShown)}
`;
}

function versionChoice({ versions }: Site, entries: FormEntries | undefined): Html {
  const [first] = versions;
  if (versions.length === 1)
    return html`<input type="hidden" name="${versionEntry}" value="${first ?? ''}" />
`;
  const entered = entries?.text(versionEntry) ?? first;
  return html`<fieldset class="choice">
<legend>Version</legend>
${versions.map((name) => {
  const mark = attribute('checked', name === entered ? '' : undefined);
  return html`<label class="box"><input type="radio" name="${versionEntry}" value="${name}"${mark} />SOAP ${name}</label>
`;
})}</fieldset>
`;
}

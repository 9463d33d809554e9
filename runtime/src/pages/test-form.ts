import { checkbox } from './checkbox.ts';
import { type FormEntries, secretsEntry, versionEntry } from './form/form-entries.ts';
import { FormInputs } from './form-inputs.ts';
import { attribute, type Html, html, nothing } from './html.ts';
import type { OperationDescription } from './pages-description.ts';
import { hasSecrets } from './secrets.ts';
import { operationLink } from './service-page.ts';
import type { Site } from './site.ts';

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

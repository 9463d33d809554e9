import { type Html, html, nothing } from '../page-html.ts';
import type { PagesDescription } from '../pages-description.ts';
import { preformatted } from '../samples.ts';
import { clientCall } from './client-call.ts';
import { type CalledRequest, curlCommand } from './curl-command.ts';

/** Longer commands are not pasted. */
const longestCommand = 16_000;

/** A request as a curl command and as a call of the generated client, if there is one. A click selects each of them. */
export function callsSection(service: PagesDescription, request: CalledRequest): Html {
  const { calls } = service;
  const curl = printed(() => curlCommand(service, request));
  const call = calls && printed(() => clientCall(service, calls, request));
  if (curl === undefined && call === undefined) return nothing;
  const usesVariables = [curl, call].some((text) => /\$\{SOAP_|process\.env\.SOAP_/.test(text ?? ''));
  const note = usesVariables ? ' Sensitive values are environment variables: export them first.' : '';
  return html`<details class="calls">
<summary>Copy as curl or TypeScript</summary>
<p class="quiet">A click selects a whole command.${note}</p>
${curl === undefined ? nothing : preformatted('curl', curl, 'whole')}
${call === undefined ? nothing : preformatted('TypeScript, beside the generated code', call, 'whole')}
</details>\n`;
}

/**
 * Undefined for a request that no command can be shown of: it is not valid, or it has secrets in XML. Whatever the
 * reason, the page is of use without it.
 */
function printed(print: () => string): string | undefined {
  try {
    const text = print();
    return text.length > longestCommand ? undefined : text;
  } catch {
    return undefined;
  }
}

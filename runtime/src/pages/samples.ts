import { type Html, html } from './html.ts';
import type { OperationDescription } from './pages-description.ts';
import { sampleRequest, sampleResponse } from './sample.ts';
import type { Site } from './site.ts';

/** A sample request and its answer in each version that is served. */
export function samples({ description, versions, address }: Site, operation: OperationDescription): Html {
  return html`${versions.map((version) => {
    const { name } = version;
    return html`<h3>SOAP ${name}</h3>
<div class="pair">
${preformatted(`SOAP ${name} request`, sampleRequest(description, operation, version, address))}
${preformatted(`SOAP ${name} answer`, sampleResponse(description, operation, version))}
</div>
`;
  })}`;
}

/** Text as it stands. It can be wider than the screen: what scrolls must be reachable by keyboard, and have a name. */
export function preformatted(label: string, text: string): Html {
  return html`<figure><figcaption>${label}</figcaption>
<pre tabindex="0" role="region" aria-label="${label}">${text}</pre></figure>`;
}

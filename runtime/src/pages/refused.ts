import type { Answer } from '../server/answer.ts';
import type { FormRefusal } from './form/access.ts';
import { type Html, html, page } from './html.ts';
import type { Site } from './site.ts';

const reasons: Readonly<Record<FormRefusal, string>> = {
  off: 'The test forms of this server are switched off.',
  'unknown-peer': 'The server cannot tell where this request comes from.',
  remote: 'This request comes from another machine.',
  proxied: 'This request came through a proxy, so the server cannot tell where it comes from.',
  'foreign-host':
    'The server was asked for by a name that may lead here from anywhere: ask for it by localhost or 127.0.0.1.',
  'cross-site': 'This request was made by a page of another site.',
};

/** Says why there is no test form. */
export function formRefused(refusal: FormRefusal): Html {
  const rule = 'The test form takes requests from the machine alone that the server runs on.';
  return html`<p class="note">${refusal === 'off' ? '' : `${rule} `}${reasons[refusal]}</p>
`;
}

/** Answers a post to a test form that the caller has no right to (rule P4). @param headers names and values in turn. */
export function refusedPage(site: Site, refusal: FormRefusal, headers: readonly string[]): Answer {
  const { name: service } = site.description;
  const main = html`<h1>Not from here</h1>
${formRefused(refusal)}<p><a href="?">All operations</a></p>`;
  const extraHeaders = [...site.extraHeaders, ...headers];
  return page(
    { status: 403, title: `Not from here - ${service}`, service, form: false, cache: 'no-store', extraHeaders },
    main,
  );
}

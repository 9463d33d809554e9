/** The content of a page after its form was posted. */
export interface Posted {
  readonly status: number;
  readonly html: string;
  /** Text of the badge beside the heading of the response; empty without one. */
  readonly outcome: string;
  /** Values in the tables of the response, by path. */
  readonly rows: Readonly<Record<string, string>>;
  /** The mistake. */
  readonly problem: string;
}

/** What people read. */
export const textOfHtml = (html: string): string =>
  html
    .replace(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');

interface Fetches {
  fetch(request: Request, info: { peerAddress: string }): Promise<Response>;
}

/** Posts a form as a program would, with the entries that it has something to say in. */
export async function post(
  server: Fetches,
  address: string,
  operation: string,
  entries: Readonly<Record<string, string>>,
): Promise<Posted> {
  const body = new FormData();
  for (const [name, value] of Object.entries(entries)) body.append(name, value);
  const request = new Request(`${address}?op=${operation}`, { method: 'POST', body });
  const response = await server.fetch(request, { peerAddress: '127.0.0.1' });
  const html = await response.text();
  const [answer = ''] = /<section id="answer".*?<\/section>/s.exec(html) ?? [];
  const rows = [...answer.matchAll(/<tr><th scope="row"><code>(.*?)<\/code><\/th><td>(.*?)<\/td><\/tr>/gs)];
  return {
    status: response.status,
    html,
    outcome: /<h2 id="answer-heading">Response <span class="badge \w+">([^<]*)/.exec(html)?.[1] ?? '',
    rows: Object.fromEntries(rows.map(([, path = '', value = '']) => [textOfHtml(path), textOfHtml(value)])),
    problem: textOfHtml(/<(?:p|div) class="note bad" role="alert">(.*?)<\/(?:p|div)>/s.exec(html)?.[1] ?? ''),
  };
}

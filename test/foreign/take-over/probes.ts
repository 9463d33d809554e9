/** What ASMX and a server of ours are asked, to compare their responses on the wire. */
export interface Probe {
  /** First cell of its row in docs/how-to/take-over-a-service.md. */
  readonly what: string;
  /** After the address. */
  readonly path?: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly chunked?: true;
  /** The cell of a response; its status and kind unless it is set. */
  show?(response: Response, text: string): string;
}

const namespace = 'http://warehouse.example/2004/';
const ticket = `<Ticket xmlns="${namespace}"><Number>T-1</Number></Ticket>`;
const signIn = `<SignIn xmlns="${namespace}"><name>ada</name><password>secret</password></SignIn>`;
const wrong = `<SignIn xmlns="${namespace}"><name>ada</name><password>guess</password></SignIn>`;

const envelope = (body: string, header = ''): string =>
  `<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Header>${header}</soap:Header>` +
  `<soap:Body>${body}</soap:Body></soap:Envelope>`;

const to12 = (text: string): string =>
  text.replaceAll('http://schemas.xmlsoap.org/soap/envelope/', 'http://www.w3.org/2003/05/soap-envelope');

const xml = { 'Content-Type': 'text/xml; charset=utf-8' };
const signInHeaders = { ...xml, SOAPAction: `"${namespace}SignIn"` };
const soap12 = { 'Content-Type': 'application/soap+xml; charset=utf-8' };

/** A call of an operation by its SOAPAction. */
const call = (what: string, operation: string, content: string, more: Partial<Probe> = {}): Probe => ({
  what,
  headers: { ...xml, SOAPAction: `"${namespace}${operation}"` },
  body: envelope(`<${operation} xmlns="${namespace}">${content}</${operation}>`, ticket),
  ...more,
});

const statusOnly = ({ status }: Response): string => String(status);

/** The first match of a pattern in the text of a response. */
const found =
  (pattern: RegExp) =>
  (_: Response, text: string): string =>
    pattern.exec(text)?.[1] ?? 'none';

const requests: readonly Probe[] = [
  { what: 'SOAPAction without quotes', headers: { ...xml, SOAPAction: `${namespace}SignIn` }, body: envelope(signIn) },
  { what: 'SOAPAction absent', headers: xml, body: envelope(signIn) },
  { what: 'SOAPAction of no operation', headers: { ...xml, SOAPAction: '"urn:x"' }, body: envelope(signIn) },
  {
    what: 'SOAPAction of another operation than the body',
    headers: { ...xml, SOAPAction: `"${namespace}Move"` },
    body: envelope(signIn, ticket),
    show: found(/<soap:Body><(?:soap:)?(\w+)/),
  },
  {
    what: 'SOAP 1.2 with the `action` of no operation',
    headers: { 'Content-Type': `${soap12['Content-Type']}; action="urn:x"` },
    body: to12(envelope(signIn)),
  },
  call('unknown elements among the parameters', 'SignIn', '<x/><name>ada</name><password>secret</password><y/>'),
  call('parameters in another order', 'SignIn', '<password>secret</password><name>ada</name>'),
  call('a parameter twice', 'SignIn', '<name>ada</name><name>x</name><password>secret</password>'),
  call('a text parameter that is absent', 'FindArticle', ''),
  call('a number, date or boolean that is absent', 'Reserve', '<number>A-1</number>'),
  call('a nullable number that is absent', 'ListArticles', '<kinds><ArticleKind>Material</ArticleKind></kinds>'),
  call('an invalid number', 'Means', '<scale>many</scale>'),
  call('a value that the enumeration does not have', 'ListArticles', '<kinds><ArticleKind>?</ArticleKind></kinds>'),
  {
    what: 'parameters in no namespace',
    headers: signInHeaders,
    body: envelope(`<w:SignIn xmlns:w="${namespace}"><name>ada</name><password>secret</password></w:SignIn>`),
  },
  {
    what: 'a header block that must be understood and is not',
    headers: signInHeaders,
    body: envelope(signIn, '<x xmlns="urn:x" soap:mustUnderstand="1"/>'),
  },
  { what: 'ill-formed XML', headers: signInHeaders, body: '<soap:Envelope>' },
  { what: 'an element other than an envelope', headers: signInHeaders, body: '<a/>' },
  { what: 'no `charset`', headers: { ...signInHeaders, 'Content-Type': 'text/xml' }, body: envelope(signIn) },
  { what: 'no Content-Length', headers: signInHeaders, body: envelope(signIn), chunked: true },
  {
    what: 'an envelope of SOAP 1.1 with the Content-Type of 1.2',
    headers: soap12,
    body: envelope(signIn),
    show: statusOnly,
  },
  {
    what: 'Content-Type `application/json`',
    headers: { 'Content-Type': 'application/json' },
    body: '{}',
    show: statusOnly,
  },
];

const responses: readonly Probe[] = [
  {
    what: 'Content-Type of a result',
    headers: signInHeaders,
    body: envelope(signIn),
    show: ({ headers }) => `\`${headers.get('Content-Type')}\``,
  },
  {
    what: 'namespaces that the Envelope declares',
    headers: signInHeaders,
    body: envelope(signIn),
    show: (_, text) =>
      [...(/<soap:Envelope[^>]*>/.exec(text)?.[0] ?? '').matchAll(/xmlns:(\w+)/g)].map(([, p]) => p).join(', '),
  },
  call('a result that is null', 'FindArticle', '<number>?</number>', {
    show: (_, text) =>
      `\`${/<soap:Body><(\w+)/.exec(text)?.[1]}\`, ${text.includes('Result') ? 'with' : 'without'} a child`,
  }),
  call('the response of a `void` method', 'Move', ''),
  call('the response of a one-way method', 'Cancel', '<reference>0f8fad5b-d9cb-469f-a165-70867728950e</reference>'),
];

const faults: readonly Probe[] = [
  { what: 'a fault in SOAP 1.1', headers: signInHeaders, body: envelope(wrong) },
  { what: 'a fault of the caller in SOAP 1.2', headers: soap12, body: to12(envelope(wrong)) },
  call('the text of an exception that is not caught', 'Move', '<reason>crash</reason>', {
    show: found(/<faultstring>(.*?)<\/faultstring>/),
  }),
  {
    what: 'the detail of a fault that has none',
    headers: signInHeaders,
    body: envelope(wrong),
    show: (_, text) => (text.includes('<detail />') ? 'an empty `detail`' : 'Code or RequestId in `ErrorDetail`'),
  },
  call('the detail of a fault about a header block', 'Move', '<reason>header</reason>', {
    show: found(/<(detail)/),
  }),
  call(
    '`SoapException.Actor`',
    'Reserve',
    '<number>?</number><quantity>1</quantity><until>2004-05-01T00:00:00</until>',
    {
      show: (_, text) => `\`${/<(\w+)>http:\/\/warehouse.example\/stock</.exec(text)?.[1]}\``,
    },
  ),
  {
    what: '`SoapException.Actor` in SOAP 1.2',
    headers: soap12,
    body: to12(envelope(wrong)),
    show: found(/<soap(?:12)?:(Node|Role)>http:\/\/warehouse.example\/sign-in</),
  },
];

const gets: readonly Probe[] = [
  {
    what: 'GET `?wsdl`',
    path: '?wsdl',
    show: ({ status, headers }) => `${status}, \`${headers.get('Content-Type')}\``,
  },
  {
    what: 'GET `?disco`',
    path: '?disco',
    show: ({ status, headers }) => `${status}, \`${headers.get('Content-Type')}\``,
  },
  {
    what: 'GET of the address',
    path: '',
    show: ({ headers }) => headers.get('Content-Type')?.replace(/;.*/, '') ?? 'none',
  },
  { what: 'GET of `/SignIn?name=ada&password=secret`', path: '/SignIn?name=ada&password=secret', show: statusOnly },
  {
    what: 'POST of a form to `/SignIn`',
    path: '/SignIn',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: 'name=ada&password=secret',
    show: statusOnly,
  },
  { what: 'PUT', method: 'PUT', headers: xml, body: envelope(signIn), show: statusOnly },
];

export const probes: readonly Probe[] = [...requests, ...responses, ...faults, ...gets];

/** Sends a probe, and returns the cell of its response. */
export async function measured(address: string, probe: Probe): Promise<string> {
  const { path = '', body, headers, chunked } = probe;
  const response = await fetch(`${address}${path}`, {
    method: probe.method ?? (body === undefined ? 'GET' : 'POST'),
    ...(headers && { headers }),
    ...(body !== undefined && { body: chunked ? new Blob([body]).stream() : body }),
    ...(chunked && { duplex: 'half' }),
  } as RequestInit);
  const text = await response.text();
  return probe.show?.(response, text) ?? `${response.status}, ${kind(text)}`;
}

function kind(text: string): string {
  if (text === '') return 'empty';
  const code = /<faultcode>\w+:(\w+)|<soap(?:12)?:Value>\w+:(\w+)/.exec(text);
  return code === null ? 'result' : `fault ${code[1] ?? code[2]}`;
}

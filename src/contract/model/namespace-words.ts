/** Segments of namespaces that name the kind of document, not its subject. */
const general: ReadonlySet<string> = new Set(
  `type types datatype datatypes schema schemas xsd xml wsdl soap ws service services webservice webservices
  contract contracts ns namespace www http https urn org com net`.split(/\s+/),
);

const version = /^(?:v|ver|version)?[._-]?\d+(?:[._-]?\d+)*[a-z]?$/i;

/**
 * Suffixes that tell the names of a namespace from those of others: its last word that is neither general nor a version,
 * then the same with its version. `http://example.com/billing/v2/types` gives `Billing` and `BillingV2`.
 */
export function namespaceWords(namespace: string): readonly string[] {
  const [host, segments] = partsOf(namespace);
  const word = lastWord(segments) ?? hostWord(host) ?? lastWord(segments, () => true);
  if (word === undefined) return [];
  const versions = segments.filter((segment) => version.test(segment)).map((segment) => capitalised(segment));
  return versions.length === 0 ? [word] : [word, `${word}${versions.join('')}`];
}

function partsOf(namespace: string): readonly [host: string | undefined, segments: readonly string[]] {
  const [, host, path] = /^[a-z][\w+.-]*:\/\/([^/?#]*)(.*)$/i.exec(namespace) ?? [];
  const rest = host === undefined ? namespace.replace(/^urn:/i, '') : (path ?? '');
  const segments = rest.split(/[/:?#&=]+/).map((segment) => segment.replace(/\.(?:wsdl|xsd|asmx|svc|xml)$/i, ''));
  return [host, segments.filter((segment) => segment !== '')];
}

function lastWord(
  segments: readonly string[],
  isWord: (part: string) => boolean = (part) => !general.has(part.toLowerCase()),
): string | undefined {
  const parts = segments.flatMap((segment) => (version.test(segment) ? [] : segment.split('.')));
  const part = parts.findLast((one) => /\p{L}/u.test(one) && !version.test(one) && isWord(one));
  return part === undefined ? undefined : capitalised(part);
}

/** `billing.example.com` gives `Billing`. */
function hostWord(host: string | undefined): string | undefined {
  const labels = host?.replace(/:\d+$/, '').split('.') ?? [];
  return lastWord((labels.length > 1 ? labels.slice(0, -1) : labels).filter((label) => label !== 'www').slice(0, 1));
}

/** Letters and digits alone, each word with a capital. */
function capitalised(text: string): string {
  const words = text.match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}

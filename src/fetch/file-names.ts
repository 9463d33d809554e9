import { createHash } from 'node:crypto';

/** What decides the name of a fetched file. */
export interface NamedFile {
  readonly address: string;
  /** By the root element, whatever the address looks like. */
  readonly kind: 'wsdl' | 'xsd';
}

/** In characters, without the extension. */
const longestStem = 80;

/** Names that Windows reserves for devices. */
const deviceName = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i;

/** Extensions of programs and documents, which are not part of a service's name. */
const extension = /\.(?:asmx|ashx|aspx?|svc|php\d?|jsp|jws|cfc|cgi|pl|do|action|wsdl\d?|xsd\d?|xml)$/i;

/**
 * The name of each file by its address, all different, also where case does not count. A name is a function of the
 * address alone unless two files would have the same one; the names that files already have stay.
 *
 * @param files the WSDL first, then in the order of the references.
 * @param known names by address, from the lock file.
 */
export function fileNames(
  files: readonly NamedFile[],
  known: ReadonlyMap<string, string> = new Map(),
): ReadonlyMap<string, string> {
  const main = files[0] === undefined ? undefined : new URL(files[0].address);
  const names = new Map<string, string>();
  const taken = new Set<string>();
  const take = (address: string, name: string): void => {
    names.set(address, name);
    taken.add(name.toLowerCase());
  };
  for (const { address, kind } of files) {
    const name = known.get(address);
    if (name?.endsWith(`.${kind}`) === true && !taken.has(name.toLowerCase())) take(address, name);
  }
  for (const { address, kind } of files) {
    if (names.has(address)) continue;
    for (const stem of stemsOf(new URL(address), main)) {
      const name = `${stem}.${kind}`;
      if (taken.has(name.toLowerCase())) continue;
      take(address, name);
      break;
    }
  }
  return names;
}

/** `Billing` for `https://example.com/v1/Billing.svc?singleWsdl`. */
export function serviceName(address: URL): string {
  return plainStem(address, address);
}

/** Possible names, the best first, without end. */
function* stemsOf(address: URL, main: URL | undefined): Generator<string> {
  const stem = plainStem(address, main);
  yield stem;
  const folders = segmentsOf(address).slice(0, -1).reverse();
  for (let count = 1; count <= folders.length; count++) {
    yield limited([...folders.slice(0, count).reverse(), stem].join('-'), address);
  }
  const withHost = limited(`${cleaned(address.host)}-${stem}`, address);
  yield withHost;
  for (let number = 2; ; number++) yield limited(`${stem}-${number}`, address);
}

function plainStem(address: URL, main: URL | undefined): string {
  const { file, suffixes } = queryParts(address, main);
  const own = segmentsOf(address).at(-1)?.replace(extension, '') ?? '';
  const stem = file ?? [own === '' ? cleaned(address.hostname) : own, ...suffixes].join('-');
  return limited(stem, address);
}

interface QueryParts {
  /** The query names a file, as in `?xsd=order.xsd`. */
  readonly file?: string;
  readonly suffixes: readonly string[];
}

/** Parameters that the address of the WSDL has too tell nothing, and may be secrets. */
function queryParts(address: URL, main: URL | undefined): QueryParts {
  const suffixes: string[] = [];
  for (const [key, value] of address.searchParams) {
    if (value !== '' && main?.searchParams.get(key) === value) continue;
    if (/^(?:single)?wsdl$|^xsd$/i.test(key)) {
      if (value === '') continue;
      const segment = value.split(/[/\\]/).at(-1) ?? '';
      if (/\.(?:wsdl|xsd)$/i.test(segment)) return { file: cleaned(segment.replace(extension, '')), suffixes };
      suffixes.push(cleaned(segment));
    } else suffixes.push(cleaned(value === '' ? key : `${key}-${value}`));
  }
  return { suffixes: suffixes.filter((suffix) => suffix !== '') };
}

function segmentsOf({ pathname }: URL): readonly string[] {
  return pathname
    .split('/')
    .map(decoded)
    .map(cleaned)
    .filter((segment) => segment !== '');
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** Letters without their accents, digits and `._-`: valid in every file system and in an address without escapes. */
function cleaned(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\w.-]+/g, '-')
    .replace(/^[-.]+|[-.]+$/g, '');
}

function limited(stem: string, address: URL): string {
  if (stem === '') return 'contract';
  if (deviceName.test(stem.split('.')[0] ?? '')) return `file-${stem}`;
  if (stem.length <= longestStem) return stem;
  const digest = createHash('sha256').update(address.href).digest('hex').slice(0, 8);
  return `${stem.slice(0, longestStem - 9)}-${digest}`;
}

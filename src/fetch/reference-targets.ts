import type { FileReference } from '../contract/index.ts';
import { findCatalogueEntry } from '../contract/index.ts';
import { type Diagnostic, fetching as kinds, report } from '../diagnostics/index.ts';
import type { AllowedHosts } from './allowed-hosts.ts';
import { followed } from './download.ts';
import { withoutCredentials } from './shown-address.ts';

/** Where a reference leads to. */
export type ReferenceTarget =
  /** To a file of the folder, or to a well-known schema that is not fetched: see `standards`. */
  | { readonly kind: 'file'; readonly address: URL; readonly fragment: string }
  /** It stays as it is, since it leads to no file or to where a well-known schema is published. */
  | { readonly kind: 'none' }
  | { readonly kind: 'refused'; readonly diagnostic: Diagnostic; readonly address: URL };

/** In characters: servers and caches take no longer addresses. */
const longestLocation = 8192;

/** Finds out where references lead to, and which well-known schemas need no file. */
export class ReferenceTargets {
  /** Where well-known schemas are published whose files could not be fetched, by the addresses of these files. */
  readonly standards: Map<string, string> = new Map();
  readonly #catalogued = new Set<string>();
  readonly #hosts: AllowedHosts;

  constructor(hosts: AllowedHosts) {
    this.#hosts = hosts;
  }

  /** Namespaces of well-known schemas that need no file. */
  get catalogued(): readonly string[] {
    return [...this.#catalogued].sort();
  }

  /** @param base the address of the file that contains the reference. */
  resolve(reference: FileReference, base: URL): ReferenceTarget {
    const { location } = reference;
    // A fragment alone is in the same file.
    if (location === undefined || location.startsWith('#')) return { kind: 'none' };
    const where = reference.kind === 'wsdl:import' ? 'This wsdl:import' : `This xs:${reference.kind}`;
    if (location.length > longestLocation || !URL.canParse(location, base.href)) {
      const diagnostic = report(kinds.badReference, { where, location: withoutCredentials(location) });
      return { kind: 'refused', diagnostic, address: base };
    }
    const whole = new URL(location, base);
    const address = withoutFragment(whole);
    const published = findCatalogueEntry({ location: address.href });
    if (published !== undefined) {
      this.#catalogued.add(published.namespace);
      return { kind: 'none' };
    }
    const target = followed(address, where, this.#hosts);
    if (target instanceof URL || this.isStandard(reference, address)) {
      return { kind: 'file', address, fragment: whole.hash };
    }
    return { kind: 'refused', diagnostic: target, address };
  }

  /** Whether the package has the schema of an import: then its own copy replaces a file that cannot be fetched. */
  isStandard({ kind, namespace }: Pick<FileReference, 'kind' | 'namespace'>, address: URL): boolean {
    if (kind !== 'import' || namespace === undefined) return false;
    const [location] = findCatalogueEntry({ namespace })?.locations ?? [];
    if (location === undefined) return false;
    this.#catalogued.add(namespace);
    this.standards.set(address.href, location);
    return true;
  }
}

export function withoutFragment(address: URL): URL {
  if (address.hash === '') return address;
  const whole = new URL(address);
  whole.hash = '';
  return whole;
}

import type { TreeElement } from '@soapwright/runtime/xml';
import { xenc } from '../../encryption/algorithms.ts';
import type { DecryptedRange } from '../../encryption/decrypt.ts';
import { wsse, wsu } from '../../names.ts';
import { elementsWithin, isNamed } from '../../xml-elements.ts';
import { saml2, wsse11 } from '../keys/names.ts';
import { Places } from './places.ts';
import type { Check, ProtectionReport } from './report.ts';

/** Items of the Security block that are worth to be signed. */
const securityItems: readonly (readonly [string, string])[] = [
  [wsu, 'Timestamp'],
  [wsse, 'UsernameToken'],
  [wsse, 'BinarySecurityToken'],
  [saml2, 'Assertion'],
];

/** Collects by the path of elements what signs and encrypts them. */
export class Protection {
  readonly #signed = new Map<string, ProtectionReport['signed']>();
  readonly #encrypted = new Map<string, 'yes' | 'content'>();
  readonly #ranges: DecryptedRange[] = [];

  constructor(root: TreeElement) {
    const places = new Places(root);
    for (const element of elementsWithin(root)) {
      if (isNamed(element, [xenc, 'EncryptedData'])) this.#note(element, places);
    }
  }

  #note(element: TreeElement, places: Places): void {
    const parent = places.parentOf(element);
    if (parent === undefined) return;
    if (parent.local === 'Body') this.#encrypted.set(places.path(parent), 'content');
    else if (isNamed(parent, [wsse11, 'EncryptedHeader'])) this.#encrypted.set(places.path(parent), 'yes');
    else this.#encrypted.set(places.path(element), 'yes');
  }

  /** The best of several signatures counts. */
  sign(path: string, { verdict }: Check): void {
    const states = { right: 'yes', unchecked: 'unchecked', wrong: 'wrong' } as const;
    const order: readonly ProtectionReport['signed'][] = ['no', 'wrong', 'unchecked', 'yes'];
    const known = this.#signed.get(path) ?? 'no';
    const added = states[verdict];
    this.#signed.set(path, order.indexOf(added) > order.indexOf(known) ? added : known);
  }

  /** What was decrypted has other paths now: ranges of the document say where it is. */
  encrypt(elements: readonly TreeElement[], decrypted: readonly DecryptedRange[], places: Places): void {
    if (decrypted.length === 0) return;
    for (const element of elements) this.#encrypted.delete(places.path(element));
    for (const element of elements) this.#noteHeader(element, places);
    this.#ranges.push(...decrypted);
  }

  #noteHeader(element: TreeElement, places: Places): void {
    const parent = places.parentOf(element);
    if (parent !== undefined && isNamed(parent, [wsse11, 'EncryptedHeader']))
      this.#encrypted.delete(places.path(parent));
  }

  report(root: TreeElement): readonly ProtectionReport[] {
    const places = new Places(root);
    const header = root.children.find((child) => isNamed(child, [root.namespace, 'Header']));
    const body = root.children.filter((child) => isNamed(child, [root.namespace, 'Body']));
    const blocks = header?.children ?? [];
    const items = blocks.flatMap((block) => (isNamed(block, [wsse, 'Security']) ? itemsOf(block) : [block]));
    return [...items, ...body].map((element) => this.#of(element, places));
  }

  #of(element: TreeElement, places: Places): ProtectionReport {
    const path = places.path(element);
    const isDecrypted = this.#ranges.some(
      ({ kind, start, end }) => kind !== 'content' && start === element.start && end === element.end,
    );
    const encrypted = this.#encrypted.get(path) ?? (isDecrypted ? 'yes' : 'no');
    return { element: path, signed: this.#signed.get(path) ?? 'no', encrypted };
  }
}

function itemsOf(block: TreeElement): readonly TreeElement[] {
  return block.children.filter(
    (item) => securityItems.some((name) => isNamed(item, name)) || isNamed(item, [xenc, 'EncryptedData']),
  );
}

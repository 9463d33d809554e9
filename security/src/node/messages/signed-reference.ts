import type { TreeElement } from '@soapwright/runtime/xml';
import { textOfUtf8 } from '../../canonical/octets.ts';
import { wsse, wsu } from '../../names.ts';
import { escaped } from '../../xml-text.ts';
import { exclusive } from '../signature/algorithms.ts';
import { strTransform } from '../signature/str-transform.ts';

/** The prefixes that are declared outside of an element and may be in values inside; its own is in its canonical form. */
export function outerPrefixes({ outerScope, start, nameEnd }: TreeElement, data: Uint8Array): readonly string[] {
  const name = textOfUtf8(data, start + 1, nameEnd);
  const prefixes = new Set<string>();
  for (let at = outerScope; at !== undefined; at = at.outer) prefixes.add(at.prefix);
  prefixes.delete(name.includes(':') ? name.replace(/:.*/, '') : '');
  return [...prefixes];
}

export function canonicalization(prefixes: readonly string[]): string {
  const list = prefixes.map((prefix) => prefix || '#default').join(' ');
  const inclusive =
    list === ''
      ? ''
      : `<ec:InclusiveNamespaces xmlns:ec="${exclusive}" PrefixList="${escaped(list)}"></ec:InclusiveNamespaces>`;
  return `<ds:Transform Algorithm="${exclusive}">${inclusive}</ds:Transform>`;
}

export const tokenTransform: string = `<ds:Transform Algorithm="${strTransform}"><wsse:TransformationParameters xmlns:wsse="${wsse}"><ds:CanonicalizationMethod Algorithm="${exclusive}"></ds:CanonicalizationMethod></wsse:TransformationParameters></ds:Transform>`;

/** A SecurityTokenReference with an Id. */
export function identified(reference: string, id: string): string {
  const start = '<wsse:SecurityTokenReference';
  return `${start} xmlns:wsu="${wsu}" wsu:Id="${id}"${reference.slice(start.length)}`;
}

export function newId(prefix: string): string {
  return `${prefix}-${crypto.randomUUID()}`;
}

import type { Content, WireField, WireWildcard } from './content.ts';
import type { LanguageOptions } from './content-language.ts';

/** Whether a record admits a field that it does not declare. */
export function isOpen({ wildcards, anyAttribute }: Content, { kind, name }: WireField): boolean {
  if (kind === 'attribute') return anyAttribute?.admits(name.namespace) ?? false;
  return wildcards.some(({ admits }) => admits(name.namespace));
}

const strictness = ['skip', 'lax', 'strict'] as const;

/** Whether one wildcard admits all that another one admits. */
export function covers(wide: WireWildcard, narrow: WireWildcard): boolean {
  const [one, other] = [wide.wildcard, narrow.wildcard];
  if (strictness.indexOf(one.processContents) > strictness.indexOf(other.processContents)) return false;
  if (
    one.namespaces === '##any' ||
    wide.key.split(' ').slice(0, -1).join() === narrow.key.split(' ').slice(0, -1).join()
  )
    return true;
  if (typeof other.namespaces === 'string') return false;
  return other.namespaces.every((namespace) => wide.admits(namespace === '##local' ? '' : namespace));
}

/** Whether an element fits a leaf of a content: it is the same, or a wildcard admits it. Both are keys. */
export function fitsIn({ wildcards }: Content): LanguageOptions['fits'] {
  return (element, leaf) => {
    if (element === leaf) return true;
    const wildcard = wildcards.find(({ key }) => key === leaf);
    if (wildcard === undefined) return false;
    return element.startsWith('any ') ? true : wildcard.admits(/^\{(.*)\}/.exec(element)?.[1] ?? '');
  };
}

import { readTree, XmlError } from '@soapwright/runtime/xml';
import { type Findings, contract as kinds } from '../../diagnostics/index.ts';
import { type ForeignAttribute, isNCName } from '../model/index.ts';
import { checkCharacters, readList, readMap, readName, readText } from './values.ts';
import type { MapEntry } from './yaml-node.ts';

/** Foreign XML that a contract keeps for readers of its WSDL: attributes and elements of other namespaces. */

/** A map from `{namespace}name` to values; undefined without any. */
export function readForeign(entry: MapEntry | undefined, findings: Findings): readonly ForeignAttribute[] | undefined {
  const map = entry && readMap(entry.value, `"${entry.key.text}"`, findings);
  return map?.entries.flatMap((one): readonly ForeignAttribute[] => {
    const [, namespace = '', local = ''] = /^\{([^\s{}]+)\}(.*)$/s.exec(one.key.text) ?? [];
    if (!isNCName(local)) findings.add(kinds.notExpanded, { name: one.key.text }, one.key.at);
    const value = readText(one, findings);
    if (value === undefined || !isNCName(local) || !checkCharacters(value, one.key.text, findings)) return [];
    return [{ name: { namespace, local }, value: value.text }];
  });
}

/** Elements as XML text; undefined if there are none. */
export function readXmlTexts(entry: MapEntry | undefined, findings: Findings): readonly string[] | undefined {
  if (entry === undefined) return undefined;
  return readList(entry, findings)?.items.flatMap((value): readonly string[] => {
    const text = readName({ key: entry.key, value }, findings);
    const fault = text && xmlFault(text.text.trim());
    if (fault !== undefined) findings.add(kinds.badXmlText, { reason: fault }, value.at);
    return text === undefined || fault !== undefined ? [] : [text.text.trim()];
  });
}

/** Why a text is not one element with all declarations of its prefixes. */
function xmlFault(text: string): string | undefined {
  try {
    readTree(new TextEncoder().encode(text));
    return /^<[?!]/.test(text) ? 'it does not begin with an element' : undefined;
  } catch (error) {
    if (!(error instanceof XmlError)) throw error;
    return error.message.replace(/^The XML is not well-formed at byte \d+: /, '').replace(/\.$/, '');
  }
}

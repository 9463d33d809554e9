import { contract as kinds } from '../../diagnostics/index.ts';
import type { Findings } from '../findings.ts';
import type { MapEntry } from '../node.ts';
import { readText } from '../shape.ts';
import { checkCharacters } from '../texts.ts';

/** May be empty; undefined where it is derived. */
export function readSoapAction(entry: MapEntry | undefined, findings: Findings): string | undefined {
  const text = entry && readText(entry, findings);
  if (text === undefined) return undefined;
  // It travels in a header: what a header cannot carry is refused by the same words.
  const visible = /^[\u0021-\u007E]*$/.test(text.text) && !text.text.includes('"');
  if (!visible) findings.add(kinds.badSoapAction, { soapAction: text.text }, text.at);
  return visible && checkCharacters(text, 'soapAction', findings) ? text.text : undefined;
}

/**
 * As it travels in a header: a URI, in which what is not ASCII is percent-encoded (RFC 3987, 3.1). Names and namespaces may
 * hold such characters, of which an action is made where none is written.
 */
export function encodedAction(action: string): string {
  return action.replace(/[^\u0021-\u007E]+/gu, encodeURIComponent);
}

/** That of all operations without their own: `{operation}` in it is the name of each. */
export function readSoapActionTemplate(
  entry: MapEntry | undefined,
  findings: Findings,
): ((operation: string) => string) | undefined {
  const template = readSoapAction(entry, findings);
  if (template === undefined || entry === undefined) return undefined;
  for (const [placeholder] of template.matchAll(/\{[^{}]*\}?|\}/g)) {
    if (placeholder !== '{operation}') {
      const at = findings.within(entry.value.at, placeholder, 0);
      findings.add(kinds.badPlaceholder, { placeholder }, at);
    }
  }
  return (operation) => encodedAction(template.replaceAll('{operation}', operation));
}

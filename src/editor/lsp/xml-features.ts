import type { Hover } from 'vscode-languageserver/node';
import { isAddress, referencesOf, resolveLocation } from '../../contract/index.ts';
import { componentKey, placeKey } from '../signatures.ts';
import { wsdlHoverAt } from '../wsdl/wsdl-hover.ts';
import type { WsdlIndex } from '../wsdl/wsdl-index.ts';
import type { Analysis } from './analysis.ts';
import { documentOf, rangeIn } from './convert.ts';
import { declarationAt, occurrenceAt } from './names.ts';
import type { Opened } from './opened.ts';
import { shiftOf } from './shift.ts';

/** Answers about a place of a WSDL or a schema. */

/** The first hover that a contract of the file has. */
export function hoverInXml(contracts: readonly Analysis[], opened: Opened, offset: number): Hover | undefined {
  const { path, document } = opened;
  for (const contract of contracts) {
    const { xml } = contract;
    const file = xml?.documents.get(path);
    if (xml === undefined || file === undefined) continue;
    const { typed } = contract;
    const text = document.getText();
    const shift = shiftOf(xml.sources.get(path), text);
    const found = wsdlHoverAt(file, shift.before(offset), {
      declarationAt: (at) => {
        const declared = declarationAt(xml, path, at);
        const name = occurrenceAt(xml, path, at);
        if (declared === undefined || name === undefined) return declared;
        const { kind } = name;
        const isTyped = kind === 'type' || kind === 'element';
        return { ...declared, signature: isTyped ? typed?.signatures.get(componentKey(kind, name.name)) : undefined };
      },
      signatureAt: (at) => {
        const before = typed?.texts.get(path);
        if (typed === undefined || before === undefined) return undefined;
        const old = shiftOf(before, xml.sources.get(path) ?? before).before(at);
        const { line, character } = documentOf(path, before).positionAt(old);
        return typed.signatures.get(placeKey(path, line + 1, character + 1));
      },
    });
    if (found !== undefined) {
      return { contents: { kind: 'markdown', value: found.text }, range: rangeIn(document, shift.after(found.at)) };
    }
  }
  return undefined;
}

/** The file whose location is at an offset of a file; undefined for an address. */
export function fileAt({ documents, sources }: WsdlIndex, path: string, offset: number): string | undefined {
  const document = documents.get(path);
  if (document === undefined) return undefined;
  for (const { element, attribute, location } of referencesOf(document.root)) {
    const { start, end } = document.range(element, attribute);
    if (location === undefined || offset < start || offset > end) continue;
    const file = resolveLocation(path, location);
    return isAddress(file) || !sources.has(file) ? undefined : file;
  }
  return undefined;
}

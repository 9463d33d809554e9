import { SoapFault } from '../soap/fault.ts';
import { soap11 } from '../soap/version.ts';
import { Attributes } from '../xml/attributes.ts';
import type { ElementStack } from '../xml/element-stack.ts';
import { type Declaration, Scope } from '../xml/scope.ts';
import { type AttributeName, attributeName } from '../xml/tag.ts';
import { ENCODING } from './namespaces.ts';

/** The attribute of SOAP 1.1. */
export const ENCODING_STYLE: AttributeName = attributeName(soap11.namespace, 'encodingStyle');

/** The innermost declarations of bodies whose encoding was checked. Messages whose beginning is cached share them. */
const checked = new WeakSet<Declaration>();

/**
 * Checks the encoding that applies to the body's element, which is open: the `encodingStyle` of the nearest of the element,
 * the Body and the Envelope that has one (SOAP 1.1, 4.1.1).
 *
 * @throws {SoapFault} `DataEncodingUnknown` when it names another encoding.
 */
export function checkBodyEncoding(elements: ElementStack): void {
  const { attributes, scope } = elements;
  const own = attributes.value(ENCODING_STYLE);
  if (own !== undefined) {
    checkEncoding(own);
    return;
  }
  const { innermost } = scope;
  if (innermost === undefined || checked.has(innermost)) return;
  checkEncoding(outerEncoding(elements));
  checked.add(innermost);
}

/** Checks an `encodingStyle`: a list of encodings; an empty one says nothing. @throws {SoapFault} as `checkBodyEncoding`. */
export function checkEncoding(style: string): void {
  if (style === ENCODING || style.trim() === '') return;
  if (style.split(/[ \t\r\n]+/).some((uri) => `${uri}/`.startsWith(ENCODING))) return;
  throw new SoapFault({
    code: 'DataEncodingUnknown',
    reason: `An encodingStyle is not supported; it must be ${ENCODING}.`,
  });
}

/** The `encodingStyle` of the Body, or else of the Envelope; empty without one. Reads their start tags again. */
function outerEncoding(elements: ElementStack): string {
  const { body, lexer } = elements;
  const scope = new Scope();
  const attributes = new Attributes(lexer, scope);
  const { pos } = lexer;
  let style = '';
  for (let level = 0; level < body - 1; level++) {
    lexer.pos = elements.openedAt(level).end;
    attributes.count = 0;
    attributes.read(scope.innermost);
    style = attributes.value(ENCODING_STYLE) ?? style;
  }
  lexer.pos = pos;
  return style;
}

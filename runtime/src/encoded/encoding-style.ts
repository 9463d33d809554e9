import { SoapFault } from '../soap/fault.ts';
import { soap11, soap12 } from '../soap/version.ts';
import { Attributes } from '../xml/attributes.ts';
import type { ElementStack } from '../xml/element-stack.ts';
import { Scope } from '../xml/scope.ts';
import { type AttributeName, attributeName } from '../xml/tag.ts';
import { ENCODING, ENCODING_12 } from './namespaces.ts';

const STYLE_11: AttributeName = attributeName(soap11.namespace, 'encodingStyle');
const STYLE_12: AttributeName = attributeName(soap12.namespace, 'encodingStyle');

/** The `encodingStyle` of elements about which no claim is made (SOAP 1.2 part 1, 5.1.1). */
const NONE_12 = `${soap12.namespace}/encoding/none`;

/**
 * Checks the encoding that applies to the body's element, which is open: the `encodingStyle` of the nearest of the element,
 * the Body and the Envelope that has one (SOAP 1.1, 4.1.1; SOAP 1.2 part 1, 5.1.1).
 *
 * @throws {SoapFault} `DataEncodingUnknown` when it names another encoding.
 */
export function checkBodyEncoding(elements: ElementStack): void {
  if (!checkStyles(elements.attributes) && elements.hasOuterAttributes) checkOuter(elements);
}

/** Checks the attribute at an index, if it is an `encodingStyle`. @throws {SoapFault} as `checkBodyEncoding`. */
export function checkStyleAt(attributes: Attributes, index: number): void {
  if (attributes.is(index, STYLE_11)) checkStyle11(attributes.valueAt(index));
  else if (attributes.is(index, STYLE_12)) checkStyle12(attributes.valueAt(index));
}

/** @returns whether there is an `encodingStyle`. */
function checkStyles(attributes: Attributes): boolean {
  const style11 = attributes.value(STYLE_11);
  const style12 = attributes.value(STYLE_12);
  if (style11 !== undefined) checkStyle11(style11);
  if (style12 !== undefined) checkStyle12(style12);
  return style11 !== undefined || style12 !== undefined;
}

/** A list of encodings; an empty one says nothing. */
function checkStyle11(style: string): void {
  if (style === ENCODING || style.trim() === '') return;
  if (style.split(/[ \t\r\n]+/).some((uri) => `${uri}/`.startsWith(ENCODING))) return;
  throw unknown(ENCODING);
}

function checkStyle12(style: string): void {
  const uri = style.trim();
  if (uri !== ENCODING_12 && uri !== NONE_12 && uri !== '') throw unknown(ENCODING_12);
}

function unknown(encoding: string): SoapFault {
  const reason = `An encodingStyle is not supported; it must be ${encoding}.`;
  return new SoapFault({ code: 'DataEncodingUnknown', reason });
}

/** Checks the `encodingStyle` of the Body, or else of the Envelope. Reads their start tags again. */
function checkOuter(elements: ElementStack): void {
  const { body, lexer } = elements;
  const { pos } = lexer;
  const scope = new Scope();
  const levels = Array.from({ length: Math.max(0, body - 1) }, (_, level) => {
    const attributes = new Attributes(lexer, scope);
    lexer.pos = elements.openedAt(level).end;
    attributes.read(scope.innermost, level);
    return attributes;
  });
  lexer.pos = pos;
  levels.reverse().some(checkStyles);
}

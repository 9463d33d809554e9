import { encodeUtf8 } from '#bytes';
import { XmlBytesReader } from '../../xml/bytes-reader.ts';
import { XmlError } from '../../xml/error.ts';
import { MessageNames, type RawNode } from '../message-tree.ts';
import type { PagesDescription } from '../pages-description.ts';
import { FormError } from './form-body.ts';

type Named = Pick<PagesDescription, 'namespace' | 'prefixes'>;

/** The position of entered XML. */
export interface EnteredXml {
  /** Path of the field. */
  readonly path: string;
  readonly sensitive: boolean;
}

/**
 * The content of an element, which cannot contain its end tag.
 *
 * @throws {FormError} `xml` if it is not well-formed as content.
 */
export function enteredContent(service: Named, xml: string, { path, sensitive }: EnteredXml): RawNode {
  check(`<x${declarations(service)}>${xml}</x>`, path, 'is not well-formed XML');
  return { kind: 'raw', text: xml, sensitive };
}

/** Attributes of a start tag, which cannot contain its end. @throws {FormError} `xml` for anything else. */
export function enteredAttributes(service: Named, xml: string, { path, sensitive }: EnteredXml): RawNode {
  const text = xml.trim();
  // With an end of the tag in the text, the last `/>` closes no tag of the document, which is then not well-formed.
  check(`<x${declarations(service)} ${text}/>`, path, 'must be attributes, name="value", separated by spaces');
  return { kind: 'raw', text, sensitive };
}

function declarations(service: Named): string {
  const names = new MessageNames(service, '');
  names.useInstance();
  return names.declarations;
}

function check(xml: string, path: string, problem: string): void {
  try {
    const reader = new XmlBytesReader(encodeUtf8(xml), { charset: 'utf-8' });
    reader.openRoot();
    reader.skip();
    reader.finish();
  } catch (error) {
    if (!(error instanceof XmlError)) throw error;
    throw new FormError('xml', `The entry "${path}" ${problem}: ${error.message}`);
  }
}

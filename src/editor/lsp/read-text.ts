import { decodeXml, type ReadSource, readBytes, readSource } from '../../contract/index.ts';
import { isXmlFile } from './file-kind.ts';

/** Reads a file of a contract from the disk, XML in the encoding that it declares. */
export function readText(file: string): ReadSource {
  if (!isXmlFile(file)) return readSource(file);
  const { bytes, diagnostics } = readBytes(file, file);
  const decoded = bytes && decodeXml(bytes);
  if (decoded === undefined) return { diagnostics };
  // As an editor shows it that does not know the encoding.
  const text = typeof decoded === 'string' ? new TextDecoder('latin1').decode(bytes) : decoded.text;
  return { source: { file, text: text.replace(/^\uFEFF/, '') }, diagnostics };
}

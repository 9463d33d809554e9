// libxml2 as WebAssembly: parses to a tree, without typed values.
import { XmlDocument } from 'libxml2-wasm';

export function decode({ xml }) {
  const bytes = Buffer.from(xml);
  return () => XmlDocument.fromBuffer(bytes).dispose();
}

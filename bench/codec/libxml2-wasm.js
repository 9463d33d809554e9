// libxml2 as WebAssembly: a tree, no values.
import { XmlDocument } from 'libxml2-wasm';

export function decode({ xml }) {
  const bytes = Buffer.from(xml);
  return () => XmlDocument.fromBuffer(bytes).dispose();
}

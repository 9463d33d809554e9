// A parser from XML to an object, without a schema.
import { requirePeer } from '../peers/npm.js';

export function decode({ xml }) {
  const { XMLParser } = requirePeer('fast-xml-parser');
  const parser = new XMLParser({ ignoreAttributes: false, removeNSPrefix: true });
  const bytes = Buffer.from(xml);
  return () => parser.parse(bytes.toString('utf8'));
}

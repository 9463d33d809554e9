// A strict XML parser alone: events with namespaces, no values, nothing of SOAP or of a schema.
import { SaxesParser } from 'saxes';

export function decode({ xml }) {
  const bytes = Buffer.from(xml);
  return () => {
    let seen = 0;
    const parser = new SaxesParser({ xmlns: true });
    const count = () => {
      seen++;
    };
    for (const event of ['opentag', 'closetag', 'text']) parser.on(event, count);
    parser.write(bytes.toString('utf8')).close();
    return seen;
  };
}

// A strict XML parser: events with namespaces, without typed values, SOAP or a schema.
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

import { describe, expect, it } from 'vitest';
import { encodedEnvelope, readStore } from '../../../test/support/runtime/encoded-codecs.ts';
import { closeEnvelope, openEnvelope } from '../soap/envelope-reader.ts';
import { soap11 } from '../soap/version.ts';
import { readBody } from './index.ts';

const encoding = 'http://schemas.xmlsoap.org/soap/encoding/';
const other = 'http://www.w3.org/2003/05/soap-encoding';
const unknown = expect.objectContaining({ name: 'SoapFault', code: 'DataEncodingUnknown' });

/** Where a message has an encodingStyle. */
interface Styles {
  readonly envelope?: string;
  readonly body?: string;
  readonly element?: string;
  readonly accessor?: string;
  readonly target?: string;
}

const attribute = (style: string | undefined): string => (style === undefined ? '' : ` soap:encodingStyle="${style}"`);

function messageWith({ envelope, body, element, accessor, target }: Styles): string {
  const text = `${attribute(accessor)} xsi:type="xsd:string"`;
  const person = `<multiRef id="a"${attribute(target)}><name${text}>Ann</name></multiRef>`;
  return encodedEnvelope(`<p:store${attribute(element)}><person href="#a"/></p:store>${person}`)
    .replace('<soap:Envelope', `<soap:Envelope${attribute(envelope)}`)
    .replace('<soap:Body', `<soap:Body${attribute(body)}`);
}

function read(styles: Styles): string | undefined {
  const { reader } = openEnvelope(new TextEncoder().encode(messageWith(styles)), soap11);
  const store = readBody(reader, readStore);
  closeEnvelope(reader);
  return store.person?.name;
}

describe('SOAP 1.1, 4.1.1: an encodingStyle', () => {
  it.each([encoding, encoding.slice(0, -1), `${encoding}more`, `urn:other ${encoding}`, ''])(
    '"%s" is accepted on any element',
    (style) => {
      for (const on of ['envelope', 'body', 'element', 'accessor', 'target']) expect(read({ [on]: style })).toBe('Ann');
    },
  );

  it.each(['envelope', 'body', 'element', 'accessor', 'target'])('of another encoding on the %s is a fault', (on) => {
    expect(() => read({ [on]: other })).toThrow(unknown);
  });

  it('replaces that of the elements around it', () => {
    expect(read({ envelope: other, body: encoding })).toBe('Ann');
    expect(read({ envelope: other, body: '' })).toBe('Ann');
    expect(read({ body: other, element: encoding })).toBe('Ann');
    expect(() => read({ envelope: encoding, body: other })).toThrow(unknown);
    expect(() => read({ body: encoding, element: other })).toThrow(unknown);
  });

  it('is checked in each message, whatever earlier ones with the same namespaces had', () => {
    for (let time = 0; time < 3; time++) {
      expect(() => read({ envelope: other })).toThrow(unknown);
      expect(() => read({ accessor: other })).toThrow(unknown);
      expect(read({ envelope: encoding })).toBe('Ann');
      expect(read({ accessor: encoding })).toBe('Ann');
    }
  });
});

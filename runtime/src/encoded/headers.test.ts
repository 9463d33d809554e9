import { describe, expect, it } from 'vitest';
import { namespace, readPerson } from '../../../test/support/runtime/encoded-codecs.ts';
import { readableFault, readableHeader } from '../index.ts';
import { openEnvelope } from '../soap/envelope-reader.ts';
import { readDetail } from '../soap/fault-detail.ts';
import { soap11 } from '../soap/version.ts';
import { encodedRoot, read } from './index.ts';

const Owner = readableHeader(
  'Owner',
  encodedRoot(namespace, 'Owner', { p: namespace }, 'p:Person'),
  (reader) => read(reader, readPerson),
  { encoded: true },
);

const ownerIn = (header: string) =>
  Owner.of(
    openEnvelope(
      new TextEncoder().encode(
        `<soap:Envelope xmlns:soap="${soap11.namespace}" xmlns:enc="http://schemas.xmlsoap.org/soap/encoding/" ` +
          `xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:p="${namespace}"><soap:Header>${header}</soap:Header>` +
          '<soap:Body><a/></soap:Body></soap:Envelope>',
      ),
      soap11,
    ),
  );

describe('the detail of a fault', () => {
  const Refused = readableFault('Refused', encodedRoot(namespace, 'Refused', { p: namespace }, 'p:Person'), (reader) =>
    read(reader, readPerson),
  );
  const detailIn = (style: string) => {
    const { typed } = readDetail(
      `<p:Refused xmlns:p="${namespace}" xmlns:soap="${soap11.namespace}" soap:encodingStyle="${style}"><name>Ann</name></p:Refused>`,
      '',
      [Refused],
      {},
    );
    const fault = typed?.create({ code: 'Sender', reason: '' });
    return Refused.is(fault) ? fault.value : undefined;
  };

  it('is read in the encoding of its encodingStyle alone', () => {
    expect(detailIn('http://schemas.xmlsoap.org/soap/encoding/')).toMatchObject({ name: 'Ann' });
    expect(detailIn('urn:other')).toBeUndefined();
  });
});

describe('a header block', () => {
  it('can refer to elements beside it, as .NET writes it', () => {
    const header =
      '<p:Owner id="h_id1"><name>Ann</name><tags href="#h_id2"/></p:Owner>' +
      '<enc:Array id="h_id2" enc:arrayType="p:string[1]"><Item>a</Item></enc:Array>';
    expect(ownerIn(header)).toMatchObject({ name: 'Ann', tags: ['a'] });
  });

  it('can be a reference itself, as Axis writes it', () => {
    expect(
      ownerIn('<p:Owner href="#id0"/><multiRef id="id0" xsi:type="p:Person"><name>Ann</name></multiRef>'),
    ).toMatchObject({ name: 'Ann' });
  });

  it.each(['', ' xsi:type="p:Person"'])('has the encoding of its encodingStyle (with%s)', (type) => {
    const owner = (style: string) =>
      ownerIn(`<p:Owner${type} soap:encodingStyle="${style}"><name>Ann</name></p:Owner>`);
    expect(owner('http://schemas.xmlsoap.org/soap/encoding/')).toMatchObject({ name: 'Ann' });
    expect(() => owner('urn:other')).toThrow(expect.objectContaining({ code: 'DataEncodingUnknown' }));
  });

  it('that refers to nothing is a fault', () => {
    expect(() => ownerIn('<p:Owner href="#id1"/><x id="id0"/>')).toThrow(/its href leads to no element/);
  });
});

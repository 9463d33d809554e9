// The two messages for the codecs, as XML and as values.

import { generatedFile } from '../generated-code.js';
import { envelope, smallRequest, wsdl } from '../messages.js';

const small = {
  contract: 'remote-file-service',
  operation: 'GetClientID',
  wsdl,
  xml: smallRequest,
  values: { APIKey: 'a-key-of-some-length-0123456789', Parameters: { CompanyCode: 'ACME' } },
};

const lines = ['Desk', 'Chair & cushion', 'Lamp', 'Bücherregal'].map((description, index) => ({
  Article: `AB-${1000 + index}`,
  Description: description,
  Quantity: index + 1,
  Price: `${(index + 1) * 24}.95`,
  IsGift: index === 2,
  Delivery: `2026-12-0${index + 1}`,
}));

const order = {
  Number: 4_711_000_123n,
  Customer: 'C-20931',
  Contact: 'Jürgen Müller <jm@orders.example>',
  IsExpress: true,
  Placed: '2026-11-21T12:34:56.789Z',
  Total: '1249.50',
  Currency: 'EUR',
  Address: {
    Name: 'Müller & Söhne GmbH',
    Street: 'Lange Straße 12',
    City: 'Bremen',
    PostalCode: '28195',
    Country: 'DE',
  },
  Lines: lines,
  Remarks: 'Please ring twice; the bell of the yard is broken and nobody hears anyone knock.',
};

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const fields = (record) =>
  Object.entries(record)
    .map(([name, value]) => {
      if (Array.isArray(value)) return value.map((item) => `<${name}>${fields(item)}</${name}>`).join('');
      return `<${name}>${typeof value === 'object' ? fields(value) : escaped(String(value))}</${name}>`;
    })
    .join('');

const medium = {
  contract: 'orders',
  operation: 'PlaceOrder',
  wsdl: generatedFile('orders', 'orders.wsdl'),
  xml: envelope(
    `<PlaceOrder xmlns="https://orders.example/v1/"><APIKey>a-key-of-some-length</APIKey><Order>${fields(order)}</Order></PlaceOrder>`,
  ),
  values: { APIKey: 'a-key-of-some-length', Order: order },
};

const types = {
  Number: 'long',
  IsExpress: 'boolean',
  Placed: 'dateTime',
  Total: 'decimal',
  Quantity: 'int',
  Price: 'decimal',
  IsGift: 'boolean',
  Delivery: 'date',
};

/** The accessors of a record with SOAP encoding; records and the items of arrays as `record` writes them. */
const accessors = (values, record) =>
  Object.entries(values)
    .map(([name, value]) => {
      if (Array.isArray(value)) {
        const items = value.map((item) => record('item', 'Line', item)).join('');
        return `<${name} xsi:type="soapenc:Array" soapenc:arrayType="tns:Line[${value.length}]">${items}</${name}>`;
      }
      if (typeof value === 'object') return record(name, name, value);
      return `<${name} xsi:type="xsd:${types[name] ?? 'string'}">${escaped(String(value))}</${name}>`;
    })
    .join('');

/** In place, as PHP and our writer send them. */
const inPlace = () => {
  const record = (name, type, values) => `<${name} xsi:type="tns:${type}">${accessors(values, record)}</${name}>`;
  return { record, beside: () => '' };
};

/** Beside the element of the body, as Axis and .NET send them. */
const multiReferences = () => {
  const targets = [];
  const record = (name, type, values) => {
    const index = targets.length;
    targets.push('');
    targets[index] =
      `<multiRef id="id${index}" soapenc:root="0" soap:encodingStyle="${encoding}" xsi:type="tns:${type}">${accessors(values, record)}</multiRef>`;
    return `<${name} href="#id${index}"/>`;
  };
  return { record, beside: () => targets.join('') };
};

const encoding = 'http://schemas.xmlsoap.org/soap/encoding/';

const encoded = ({ record, beside }) => {
  const part = `<APIKey xsi:type="xsd:string">a-key-of-some-length</APIKey>${record('Order', 'Order', order)}`;
  const prefixes =
    `xmlns:tns="https://orders.example/v1/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" ` +
    `xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:soapenc="${encoding}"`;
  const body = `<tns:PlaceOrder ${prefixes} soap:encodingStyle="${encoding}">${part}</tns:PlaceOrder>`;
  // The prefixes are those of the envelope too: elements beside the first one need them.
  const xml = envelope(body + beside()).replace('<soap:Envelope ', `<soap:Envelope ${prefixes} `);
  return { contract: 'encoded-orders', operation: 'PlaceOrder', xml };
};

/** @param {'small' | 'medium' | 'encoded' | 'multi-references'} size */
export const messageOf = (size) =>
  ({ small, medium, encoded: encoded(inPlace()), 'multi-references': encoded(multiReferences()) })[size];

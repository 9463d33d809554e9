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

/** @param {'small' | 'medium'} size */
export const messageOf = (size) => ({ small, medium })[size];

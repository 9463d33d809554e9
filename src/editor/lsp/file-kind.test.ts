import { expect, it } from 'vitest';
import { fileKindOf } from './file-kind.ts';

it.each([
  ['soapwright.yaml', 'generate: []', 'configuration'],
  ['shop.yaml', 'soapwright: 1\nservice: Shop', 'contract'],
  ['included.yaml', 'soapwright: 1\nheaders: {}', 'contract'],
  ['shop.yaml', 'soapwright: 1\ncomponents: {}', 'overlay'],
  ['shop.overlay.yaml', 'soapwright: 1\nheaders: {}', 'overlay'],
  ['other.yaml', 'services: {}', undefined],
])('%s with %j is a %s', (file, text, expected) => {
  expect(fileKindOf(`/work/${file}`, 'yaml', text)).toBe(expected);
});

it.each([
  ['shop.wsdl', '', 'xml'],
  ['shop.XSD', '<!-- empty -->', 'xml'],
  ['shop.xml', '<w:definitions xmlns:w="http://schemas.xmlsoap.org/wsdl/"/>', 'xml'],
  ['shop.xml', '<xs:schema\n xmlns:xs="http://www.w3.org/2001/XMLSchema">', 'xml'],
  ['pom.xml', '<project><definitions name="a"/></project>', undefined],
])('%s with %j is %s', (file, text, expected) => {
  expect(fileKindOf(`/work/${file}`, 'xml', text)).toBe(expected);
});

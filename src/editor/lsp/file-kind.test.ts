import { expect, it } from 'vitest';
import { topConstructOf } from './file-kind.ts';

it.each([
  ['soapwright.yaml', 'generate: []', 'configuration'],
  ['shop.yaml', 'soapwright: 1\nservice: Shop', 'contract'],
  ['included.yaml', 'soapwright: 1\nheaders: {}', 'contract'],
  ['shop.yaml', 'soapwright: 1\ncomponents: {}', 'overlay'],
  ['shop.overlay.yaml', 'soapwright: 1\nheaders: {}', 'overlay'],
  ['other.yaml', 'services: {}', undefined],
])('%s with %j has the construct %s at its top', (file, text, expected) => {
  expect(topConstructOf(`/work/${file}`, 'yaml', text)).toBe(expected);
});

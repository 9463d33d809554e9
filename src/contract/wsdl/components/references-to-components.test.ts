import { expect, it } from 'vitest';
import { readDocument } from '../document.ts';
import { referredTo, type WsdlComponent } from './messages.ts';

it('finds referred components in linear time: each name is read a fixed number of times', () => {
  const text = '<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:t="urn:test"/>';
  const file = { location: 'a.wsdl', name: 'a.wsdl', bytes: new TextEncoder().encode(text) };
  const { document } = readDocument(file);
  if (document === undefined) throw new Error('not read');
  const at = { element: document.root, document };
  let visits = 0;
  const messages = Array.from({ length: 500 }, (_, index): WsdlComponent => {
    const name = { namespace: 'urn:test', local: `M${index}` };
    return {
      ...at,
      get name() {
        visits++;
        return name;
      },
    };
  });
  for (const [index, message] of messages.entries())
    expect(referredTo(`t:M${index}`, 'message', 'message', at, messages)).toBe(message);
  expect(visits).toBeLessThan(messages.length * 5);
});

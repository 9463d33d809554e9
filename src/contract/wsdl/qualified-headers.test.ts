import { expect, it } from 'vitest';
import type { BindingOperation, HeaderBinding, Message, QName } from '../model/index.ts';
import { withQualifiedHeaders } from './qualified-headers.ts';

const name = (local: string, namespace = 'urn:t'): QName => ({ namespace, local });
const header = (part: string): HeaderBinding => ({
  message: name('M'),
  part,
  use: 'literal',
  mustUnderstand: false,
  required: false,
});
const message: Message = {
  name: name('M'),
  parts: [
    { name: 'good', content: { kind: 'element', name: name('Good') } },
    { name: 'bad', content: { kind: 'element', name: name('Bad', '') } },
  ],
};

it('leaves out header blocks whose elements are in no namespace', () => {
  const bound: BindingOperation = {
    name: 'Do',
    soapAction: '',
    style: 'document',
    input: { use: 'literal', headers: [header('good'), header('bad')] },
    faults: [],
  };
  const leftOut: string[] = [];
  const kept = withQualifiedHeaders(bound, [message], ({ part }) => leftOut.push(part));
  expect(kept.input?.headers.map(({ part }) => part)).toEqual(['good']);
  expect(kept.output).toBeUndefined();
  expect(leftOut).toEqual(['bad']);
});

import { describe, expect, it } from 'vitest';
import { field, recordField, serviceOf } from '../../../test/support/runtime/page-descriptions.ts';
import { SoapFault } from '../soap/fault.ts';
import type { FieldDescription } from './pages-description.ts';
import { shownResponse } from './shown-response.ts';
import { type Verdict, verdictLine, verdictOf } from './verdict.ts';
import { parseTree } from './xml-tree.ts';

function verdict(fields: readonly FieldDescription[], content: string): Verdict {
  const service = serviceOf(fields, {
    Reason: [field('Code', 'int'), field('Text', 'string'), field('Key', 'string', { sensitive: true })],
  });
  const [operation] = service.operations;
  const root = parseTree(
    new TextEncoder().encode(
      `<s:Envelope xmlns:s="urn:s" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><s:Body><DoResponse xmlns="urn:rich/">${content}</DoResponse></s:Body></s:Envelope>`,
    ),
  );
  if (operation === undefined || root === undefined) throw new Error('There is no response.');
  return verdictOf({ status: 200 }, { root }, shownResponse(service, operation, root, 'masked').rows);
}

const done: Verdict = { word: 'Done', reason: '' };

describe('the verdict on a response', () => {
  const text = [field('Message', 'string', { error: true, optional: true }), field('Other', 'string')];

  it.each(['', '<Message/>', '<Message> </Message>', '<Message xsi:nil="true"/>', '<Other>wrong</Other>'])(
    'P3: is Done without a text in the error field: %s',
    (content) => {
      expect(verdict(text, content)).toEqual(done);
    },
  );

  it('P3: is Refused with the text of the error field', () => {
    expect(verdict(text, '<Message>No such key.</Message>')).toEqual({ word: 'Refused', reason: 'No such key.' });
  });

  it.each([
    ['0', done],
    ['00', done],
    ['17', { word: 'Refused', reason: '17' }],
    ['-1', { word: 'Refused', reason: '-1' }],
  ])('P3: by an error number %s', (code, expected) => {
    expect(verdict([field('Code', 'int', { error: true })], `<Code>${code}</Code>`)).toEqual(expected);
  });

  it.each([
    ['false', done],
    ['0', done],
    ['true', { word: 'Refused', reason: 'true' }],
  ])('P3: by an error flag that is %s', (flag, expected) => {
    expect(verdict([field('Failed', 'boolean', { error: true })], `<Failed>${flag}</Failed>`)).toEqual(expected);
  });

  it('P3: is Refused with what a record of the error tells, but for its secrets', () => {
    const fields = [recordField('Reason', 'Reason', { error: true, optional: true })];
    expect(verdict(fields, '<Reason><Code>0</Code><Text>Gone.</Text><Key>k</Key></Reason>')).toEqual({
      word: 'Refused',
      reason: 'Gone.',
    });
    expect(verdict(fields, '<Reason><Code>0</Code><Text/></Reason>')).toEqual(done);
  });

  it('P3: is Refused for a fault of the caller, and Failed for any other', () => {
    const sender = SoapFault.sender('Wrong', 'It is wrong.');
    expect(verdictOf({ status: 400 }, { fault: sender }, [])).toEqual({ word: 'Refused', reason: 'It is wrong.' });
    const receiver = SoapFault.receiver('Broken', 'It is broken.');
    expect(verdictOf({ status: 500 }, { fault: receiver }, [])).toEqual({ word: 'Failed', reason: 'It is broken.' });
    expect(verdictOf({ status: 503 }, {}, [])).toEqual({ word: 'Failed', reason: 'the response is HTTP 503.' });
    expect(verdictOf({ status: 202 }, {}, []).word).toBe('Accepted');
  });

  it('P5: is escaped in its page', () => {
    expect(verdictLine({ word: 'Refused', reason: '<b> & so' }).text).toBe(
      '<p class="verdict bad"><strong>Refused</strong>: &lt;b&gt; &amp; so</p>\n',
    );
  });
});

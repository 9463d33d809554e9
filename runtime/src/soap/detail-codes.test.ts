import { describe, expect, it } from 'vitest';
import { XmlError } from '../xml/error.ts';
import { asXmlError, faultOfXmlError } from './detail-codes.ts';

describe('errors of codecs', () => {
  it('Limits: an exhausted stack is a limit with its own fault', () => {
    const deeper = (): number => 1 + deeper();
    let thrown: unknown;
    try {
      deeper();
    } catch (error) {
      thrown = error;
    }
    const error = asXmlError(thrown);
    expect(error).toMatchObject({ code: 'limit' });
    expect(error?.message).toContain('limits.maxDepth');
    expect(error && faultOfXmlError(error)).toMatchObject({ code: 'Sender', detailCode: 'LimitExceeded' });
  });

  it('are distinguished by whether they concern the message', () => {
    const error = new XmlError('value', 'a: not a valid int');
    expect(asXmlError(error)).toBe(error);
    expect(asXmlError(new RangeError('out of range'))).toBeUndefined();
    expect(asXmlError(new TypeError('x'))).toBeUndefined();
  });
});

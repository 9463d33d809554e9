import { describe, expect, it, vi } from 'vitest';
import { ClientError } from './client/client-error.ts';
import { SoapFault } from './soap/fault.ts';
import { DateTimeError } from './types/date-time.ts';
import { XmlError } from './xml/error.ts';

async function copies() {
  vi.resetModules();
  return {
    ...(await import('./client/client-error.ts')),
    ...(await import('./soap/fault.ts')),
    ...(await import('./soap/typed-fault.ts')),
    ...(await import('./types/date-time.ts')),
  };
}

describe('errors of another copy of the package', () => {
  it('are instances of the classes of this one', async () => {
    const other = await copies();
    const fault = other.SoapFault.sender('SW1', 'no name');
    expect(other.SoapFault).not.toBe(SoapFault);
    expect(fault instanceof SoapFault && fault.reason).toBe('no name');
    expect(new other.ClientError('timeout', 'late') instanceof ClientError).toBe(true);
    expect(new other.DateTimeError('range', 'month 13') instanceof DateTimeError).toBe(true);
  });

  it('are not instances of other classes', async () => {
    const other = await copies();
    const fault: unknown = other.SoapFault.sender('SW1', 'no name');
    expect(fault instanceof other.TypedFault).toBe(false);
    expect(fault instanceof ClientError).toBe(false);
    expect(new other.ClientError('timeout', 'late') instanceof XmlError).toBe(false);
    expect(new Error('no name') instanceof SoapFault).toBe(false);
    for (const value of [undefined, null, 'SoapFault', { className: 'SoapFault' }, Object.create(null)])
      expect(value instanceof SoapFault).toBe(false);
  });

  it('are not instances of classes that a program derives', async () => {
    class Refusal extends SoapFault {}
    const other = await copies();
    expect(other.SoapFault.sender('SW1', 'no name') instanceof Refusal).toBe(false);
    expect(SoapFault.sender('SW1', 'no name') instanceof Refusal).toBe(false);
    const refusal = new Refusal({ code: 'Sender', reason: 'no name' });
    expect(refusal instanceof Refusal && refusal instanceof SoapFault && refusal instanceof other.SoapFault).toBe(true);
  });
});

import { describe, expect, it } from 'vitest';
import { SoapFault } from '../soap/fault.ts';
import type { HandlerContext } from './handler.ts';
import { intercepted, type ServerInterceptor } from './interceptor.ts';

describe('interceptors of a server', () => {
  const context = { operation: 'Greet' } as HandlerContext<string>;
  const noting =
    (name: string, notes: string[]): ServerInterceptor<string> =>
    (next) =>
    async (input, about) => {
      notes.push(`${name} before ${about.operation}`);
      const result = await next(input, about);
      notes.push(`${name} after`);
      return result;
    };

  it('wrap the handler, the first one outermost', async () => {
    const notes: string[] = [];
    const handler = intercepted(
      (input: string) => {
        notes.push(`handler ${input}`);
        return 'done';
      },
      [noting('a', notes), noting('b', notes)],
    );
    expect(await handler('in', context)).toBe('done');
    expect(notes).toEqual(['a before Greet', 'b before Greet', 'handler in', 'b after', 'a after']);
  });

  it('may return a result instead of the handler, and see its errors', async () => {
    const fails = (): never => {
      throw SoapFault.sender('No', 'no');
    };
    const instead: ServerInterceptor<string> = (next) => async (input, about) =>
      input === 'skip' ? 'skipped' : await next(input, about).catch((error: unknown) => String(error));
    const handler = intercepted(fails, [instead]);
    expect(await handler('skip', context)).toBe('skipped');
    expect(await handler('run', context)).toContain('no');
  });

  it('cost nothing without any: the handler stays as it is', () => {
    const handler = (): string => 'same';
    expect(intercepted(handler, [])).toBe(handler);
  });
});

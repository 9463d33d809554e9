import { AsyncLocalStorage } from 'node:async_hooks';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Context, type ContextManager, context, propagation, ROOT_CONTEXT, trace } from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { RemoteFileServiceClient } from '@soapwright/generated/remote-file-service/client';
import {
  createRemoteFileServiceServer,
  type RemoteFileServiceHandlers,
} from '@soapwright/generated/remote-file-service/server';
import { type Interceptor, memoryTransport } from '@soapwright/runtime/client';
import { type ServerInterceptor, SoapFault } from '@soapwright/runtime/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { typeErrors } from './support/type-errors.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const page = readFileSync(join(root, 'docs/how-to/trace-calls.md'), 'utf8');

/** As in an SDK for Node, the current context follows promises. */
class FollowingContexts implements ContextManager {
  readonly #contexts = new AsyncLocalStorage<Context>();

  active(): Context {
    return this.#contexts.getStore() ?? ROOT_CONTEXT;
  }

  with<Arguments extends unknown[], Run extends (...args: Arguments) => ReturnType<Run>>(
    used: Context,
    run: Run,
    self?: ThisParameterType<Run>,
    ...args: Arguments
  ): ReturnType<Run> {
    return this.#contexts.run(used, () => run.apply(self, args));
  }

  bind<Target>(_used: Context, target: Target): Target {
    return target;
  }

  enable(): this {
    return this;
  }

  disable(): this {
    return this;
  }
}

describe('docs/how-to/trace-calls.md', () => {
  let folder: string;
  const spans = new InMemorySpanExporter();
  beforeAll(() => {
    mkdirSync(join(root, '.build'), { recursive: true });
    // Inside the repository, so that packages resolve as in a user's project.
    folder = mkdtempSync(join(root, '.build/trace-calls-'));
    for (const [, name = '', text = ''] of page.matchAll(/```ts\n\/\/ (\S+)\n(.*?)```/gs)) {
      writeFileSync(join(folder, name), text);
    }
    context.setGlobalContextManager(new FollowingContexts());
    propagation.setGlobalPropagator(new W3CTraceContextPropagator());
    trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(spans)] }));
  });
  afterAll(() => {
    trace.disable();
    propagation.disable();
    context.disable();
    rmSync(folder, { recursive: true, force: true });
  });

  it('has code that compiles', () => {
    expect(typeErrors(folder)).toBe('');
  });

  it('has a trace from the call to the handler, of its result and of its fault', async () => {
    const { traceCalls }: { readonly traceCalls: Interceptor } = await import(join(folder, 'trace-calls.ts'));
    const { traceHandlers }: { readonly traceHandlers: ServerInterceptor<undefined> } = await import(
      join(folder, 'trace-handlers.ts')
    );
    const notHere = (): never => {
      throw SoapFault.sender('NotHere', 'not here');
    };
    const server = createRemoteFileServiceServer(handlersOf(notHere), { interceptors: [traceHandlers] });
    const client = new RemoteFileServiceClient({
      transport: memoryTransport(server),
      interceptors: [traceCalls],
    });
    await client.GetAPIURL({ APIKey: 'secret', ClientId: 7 });
    await expect(client.GetClientID({ APIKey: 'secret' })).rejects.toThrow('not here');

    const [handled, called, failed, failedCall] = spans.getFinishedSpans();
    expect(called).toMatchObject({ name: 'GetAPIURL', kind: 2, parentSpanContext: undefined });
    expect(handled).toMatchObject({ name: 'GetAPIURL', kind: 1 });
    expect(handled?.parentSpanContext?.spanId).toBe(called?.spanContext().spanId);
    expect(handled?.spanContext().traceId).toBe(called?.spanContext().traceId);
    expect(failed).toMatchObject({ name: 'GetClientID', kind: 1, status: { code: 0 } });
    expect(failedCall).toMatchObject({ status: { code: 2 }, attributes: { 'error.type': 'SoapFault' } });
    expect(failed?.spanContext().traceId).toBe(failedCall?.spanContext().traceId);
    expect(JSON.stringify(spans.getFinishedSpans().map(({ attributes }) => attributes))).not.toContain('secret');
  });
});

function handlersOf(notHere: () => never): RemoteFileServiceHandlers {
  return {
    AccountCreateFreeFromPromotion: notHere,
    AdminCreateFolder: notHere,
    AppendChunkWithFolderAccessKey: notHere,
    ExternalOAuthAccountLogin: notHere,
    GetAPIURL: () => ({ APIURL: 'https://files.example', ErrorMessage: '' }),
    GetClientID: notHere,
    SAMLAccountLogin: notHere,
    SSOLoginURL: notHere,
    SSOLoginWebURL: notHere,
  };
}

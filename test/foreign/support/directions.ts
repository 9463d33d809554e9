import { type HeaderCarrier, SoapFault } from '@soapwright/runtime';
import type { ResponseDeviation, SoapResponse } from '@soapwright/runtime/client';
import { type Listening, listen } from '@soapwright/runtime/server/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Handlers, ServerModule } from '../../support/generator/generated-modules.ts';
import type { Case, ForeignAnswer } from './case.ts';
import type { Project } from './project.ts';

export interface TheirServer {
  readonly address: string;
  readonly project: Project;
}

/** Our client calls their server: a test for each case. */
export function callTheirServer(
  name: string,
  cases: readonly Case[],
  server: () => TheirServer,
  soap: '1.1' | '1.2' = '1.1',
): void {
  describe(`our client calls ${name} over SOAP ${soap}`, () => {
    it.each(cases.filter(({ only }) => only !== 'client'))('$operation: $what', async (one) => {
      const { address, project } = server();
      const { faults, headers, create } = project.client;
      const deviations: ResponseDeviation[] = [];
      let received: SoapResponse | undefined;
      const result = await create({ address, soap })
        [one.operation]?.(one.request, {
          headerBlocks: Object.entries(one.requestHeaders ?? {}).map(([header, value]) =>
            headers[header]?.block(value),
          ),
          onDeviation: (deviation: ResponseDeviation) => deviations.push(deviation),
          onResponse: (response: SoapResponse) => {
            received = response;
          },
        })
        .catch((error: unknown) => error);
      if (one.fault === undefined) {
        if (result instanceof Error) throw result;
        expect(result).toEqual(one.response);
        expect(headersOf(headers, one.responseHeaders, received)).toEqual(one.responseHeaders ?? {});
        const [first, second] = (one.same ?? []).map((path) => valueAt(result, path));
        expect(second).toBe(first);
      } else {
        expect(result).toBeInstanceOf(SoapFault);
        const { code, reason, node, detailXml } = one.fault;
        expect(result).toMatchObject({ code, reason, ...(node && { node }), ...(detailXml && { detail: detailXml }) });
        const type = faults[one.fault.name ?? ''];
        expect(type?.is(result) && result.value).toEqual(one.fault.name === undefined ? undefined : one.fault.value);
      }
      expect(deviations.map(({ path }) => path)).toEqual(one.deviations ?? []);
    });
  });
}

/** @param path names of properties, separated by `/`. */
function valueAt(value: unknown, path: string): unknown {
  return path.split('/').reduce((record, name) => (record as Readonly<Record<string, unknown>>)[name], value);
}

function headersOf(
  types: ServerModule['headers'],
  expected: Case['responseHeaders'],
  carrier: HeaderCarrier | undefined,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.keys(expected ?? {}).map((header) => [header, carrier && types[header]?.of(carrier)]),
  );
}

/** A call that reached a handler of our server. */
interface Arrival {
  readonly operation: string;
  readonly request: unknown;
  readonly headers: Readonly<Record<string, unknown>>;
}

export interface TheirClient {
  readonly name: string;
  /** The client's input for a value, unless the case has `sent`. */
  notation(value: unknown): unknown;
  /** The client's result for a value, unless the case has `received`; `notation` unless it differs. */
  shown?(value: unknown): unknown;
  /** Calls our server for each case, in their order. @param wsdl address of our server's WSDL. */
  call(
    calls: readonly Call[],
    server: { readonly wsdl: string; readonly address: string },
  ): Promise<readonly ForeignAnswer[]>;
}

/** A case as their client is given it. */
export interface Call extends Case {
  readonly sent: unknown;
}

/** Their client calls our server: a test for each case. */
export function callOurServer(client: TheirClient, all: readonly Case[], project: () => Project): void {
  describe(`${client.name} calls our server`, () => {
    const cases = all.filter(({ only }) => only !== 'server');
    const shown = (value: unknown): unknown => (client.shown ?? client.notation)(value);
    const arrivals: Arrival[] = [];
    let listening: Listening;
    let answers: readonly ForeignAnswer[];
    beforeAll(async () => {
      const { server } = project();
      listening = await listen(server.create(handlersOf(server, cases, arrivals)), { port: 0, host: '127.0.0.1' });
      const calls = cases.map((one) => ({ ...one, sent: 'sent' in one ? one.sent : client.notation(one.request) }));
      answers = await client.call(calls, { address: listening.url, wsdl: `${listening.url}?wsdl` });
    });
    afterAll(() => listening?.close());

    it.each(cases.map((one, index) => ({ ...one, index })))('$operation: $what', ({ index, ...one }) => {
      const { operation, requestHeaders = {}, arrivedHeaders: headers = requestHeaders } = one;
      expect(arrivals).toContainEqual({ operation, request: 'arrived' in one ? one.arrived : one.request, headers });
      const { fault, result, headers: theirHeaders } = answers[index] ?? {};
      if (one.fault === undefined) {
        expect(fault).toBeUndefined();
        expect(result ?? null).toEqual('received' in one ? one.received : (shown(one.response) ?? null));
        if (one.responseHeaders) expect(theirHeaders).toEqual(shown(one.responseHeaders));
      } else {
        expect(fault?.reason).toBe(one.fault.reason);
        if ('received' in one || one.fault.name !== undefined) {
          expect(fault?.detail).toEqual('received' in one ? one.received : shown(one.fault.value));
        }
      }
    });

    it('reaches the handlers once for each case', () => {
      expect(arrivals).toHaveLength(cases.length);
    });
  });
}

/** Handlers that record their calls, and return the response or throw the fault of the case with the same request. */
function handlersOf(server: ServerModule, cases: readonly Case[], arrivals: Arrival[]): Handlers {
  const names = [...new Set(cases.map(({ operation }) => operation))];
  return Object.fromEntries(
    names.map((operation) => [
      operation,
      async (request, context) => {
        const readable = Object.entries(server.headers).filter(([, type]) => 'of' in type);
        const headers = Object.fromEntries(
          readable.map(([name, type]) => [name, type.of(context)]).filter(([, value]) => value !== undefined),
        );
        arrivals.push({ operation, request, headers });
        const one = cases.find(
          (other) =>
            other.operation === operation && equal('arrived' in other ? other.arrived : other.request, request),
        );
        if (one === undefined) throw SoapFault.sender('NoSuchCase', `No case of ${operation} has this request.`);
        for (const [name, value] of Object.entries(one.responseHeaders ?? {})) {
          const block = server.headers[name]?.block(value);
          if (block) context.responseHeaderBlocks.push(block);
        }
        if (one.fault === undefined) return one.response;
        const { name, value, ...init } = one.fault;
        throw server.faults[name ?? '']?.create(value, init) ?? new SoapFault(init);
      },
    ]),
  );
}

/** As toEqual compares: a property that is undefined equals an absent one. */
function equal(expected: unknown, actual: unknown): boolean {
  try {
    expect(actual).toEqual(expected);
    return true;
  } catch {
    return false;
  }
}

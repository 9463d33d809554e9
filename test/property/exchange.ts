import {
  type BufferedRequest,
  type ClientOptions,
  memoryTransport,
  SoapFault,
  type TransportResponse,
} from '@soapwright/runtime/client';
import type { ResolvedOperation, SoapVersion, ValueType } from '../../src/contract/model/index.ts';
import type { Draw } from './draw.ts';
import type { Generated } from './generated.ts';
import { type Element, elementsIn, findElement, localOf, parseTree, printTree } from './tree.ts';
import { type Known, type Sample, Values } from './values.ts';

/** The input of a call, and its expected outcome. */
export interface Exchange {
  readonly operation: ResolvedOperation;
  readonly input: Sample;
  /** Undefined for a one-way operation, and where a fault comes in its place. */
  readonly output: Sample | undefined;
  readonly headers: readonly NamedSample[];
  readonly answerHeaders: readonly NamedSample[];
  readonly fault: NamedSample | undefined;
}

/** A header block or the detail of a fault, by the name of its constant. */
export interface NamedSample {
  readonly identifier: string;
  readonly sample: Sample;
}

/** Envelopes of a call that went well. */
export interface Wire {
  readonly request: string;
  readonly response: string;
}

export function drawExchange(draw: Draw, known: Known, operation: ResolvedOperation): Exchange {
  // An ID may be there once in each document that is validated, and these are different ones.
  const value = (type: ValueType): Sample => new Values(draw, known).value(type);
  const carried = (
    list: readonly { readonly identifier: string; readonly type: ValueType }[],
  ): readonly NamedSample[] => list.map(({ identifier, type }) => ({ identifier, sample: value(type) }));
  const used = (list: ResolvedOperation['headers']['input']) =>
    carried(list.filter(({ required }) => required || draw.chance(50)).map(({ header }) => header));
  const [fault] = operation.faults.length > 0 && draw.chance(30) ? carried([draw.pick(operation.faults)]) : [];
  const output = operation.output && fault === undefined ? value(operation.output.type) : undefined;
  const result = operation.result?.property;
  return {
    operation,
    input: value(operation.input.type),
    output: result === undefined || output === undefined ? output : picked(output, result),
    headers: used(operation.headers.input),
    answerHeaders: used(operation.headers.output),
    fault,
  };
}

function picked({ sent, read }: Sample, property: string): Sample {
  const of = (value: unknown): unknown => (value as Record<string, unknown>)[property];
  return { sent: of(sent), read: of(read) };
}

/** What came out at the other ends. */
export interface Outcome {
  readonly wire: Wire;
  readonly input: unknown;
  /** The response; undefined for a one-way operation. */
  readonly output: unknown;
  readonly headers: readonly unknown[];
  readonly answerHeaders: readonly unknown[];
  /** The detail of the fault. */
  readonly fault: unknown;
}

/** How both sides read, and the client in particular if it is another way. */
export interface Mode extends Pick<ClientOptions, 'reading' | 'onDeviation'> {
  readonly soap: SoapVersion;
  readonly strict: boolean;
}

/** Calls an operation through the generated client and server. Whatever goes wrong is thrown. */
export async function call(
  generated: Generated,
  exchange: Exchange,
  { soap, strict, ...mode }: Mode,
): Promise<Outcome> {
  const { operation, headers, answerHeaders, fault, input, output } = exchange;
  const got: { input: unknown; headers: unknown[]; answerHeaders: unknown[]; thrown: unknown } = {
    input: undefined,
    headers: [],
    answerHeaders: [],
    thrown: undefined,
  };
  const handlers = Object.fromEntries(
    generated.service.operations.map(({ identifier }) => [
      identifier,
      (request: unknown, context: Parameters<Parameters<Generated['server']>[0][string]>[1]) => {
        got.input = request;
        got.headers = headers.map(({ identifier: name }) => generated.requestHeaders.server[name]?.of(context));
        context.responseHeaderBlocks.push(
          ...answerHeaders.flatMap(
            ({ identifier: name, sample }) => generated.responseHeaders.server[name]?.block(sample.sent) ?? [],
          ),
        );
        if (fault !== undefined) {
          throw generated.faults.server[fault.identifier]?.create(fault.sample.sent, {
            reason: 'As it was asked for.',
          });
        }
        return output?.sent;
      },
    ]),
  );
  const server = generated.server(handlers, {
    strict,
    onError: (error) => {
      got.thrown = error;
    },
  });
  const memory = memoryTransport(server);
  const wire = { request: '', response: '' };
  const client = generated.client({
    soap,
    reading: strict ? 'strict' : 'standard',
    ...mode,
    actionParameter: true,
    transport: {
      async send(request: BufferedRequest): Promise<TransportResponse> {
        wire.request = typeof request.body === 'string' ? request.body : new TextDecoder().decode(request.body);
        const response = await memory.send(request);
        wire.response = new TextDecoder().decode(response.body);
        return response;
      },
    },
  });
  const outcome: { output: unknown; caught: unknown } = { output: undefined, caught: undefined };
  try {
    outcome.output = await client[operation.identifier]?.(input.sent, {
      headerBlocks: headers.flatMap(
        ({ identifier, sample }) => generated.requestHeaders.client[identifier]?.block(sample.sent) ?? [],
      ),
      onResponse: (answer) => {
        got.answerHeaders = answerHeaders.map(({ identifier }) =>
          generated.responseHeaders.client[identifier]?.of(answer),
        );
      },
    });
  } catch (error) {
    if (got.thrown !== undefined) throw got.thrown;
    if (fault === undefined || !(error instanceof SoapFault)) throw error;
    if (generated.faults.client[fault.identifier]?.is(error) !== true) {
      throw new Error(`The fault ${fault.identifier} came back without a value: ${error.message}\n${wire.response}`);
    }
    outcome.caught = error;
  }
  if (got.thrown !== undefined) throw got.thrown;
  return {
    wire,
    input: got.input,
    output: outcome.output,
    headers: got.headers,
    answerHeaders: fault === undefined ? got.answerHeaders : answerHeaders.map(({ sample }) => sample.read),
    fault: (outcome.caught as { readonly value?: unknown } | undefined)?.value,
  };
}

/** The parts of envelopes that the schema of the contract describes: bodies, header blocks, details of faults. */
export function documentsIn({ request, response }: Wire): readonly string[] {
  return [request, response].filter((envelope) => envelope !== '').flatMap((envelope) => partsOf(parseTree(envelope)));
}

function partsOf(envelope: Element): readonly string[] {
  const [header, body] = ['Header', 'Body'].map((local) =>
    elementsIn(envelope).find(({ name }) => localOf(name) === local),
  );
  const contents = body === undefined ? [] : elementsIn(body);
  const fault = contents.find(({ name }) => /^soap(?:12)?_*:Fault$/.test(name));
  const detail = fault && (findElement(fault, 'detail') ?? findElement(fault, 'Detail'));
  const blocks = header === undefined ? [] : elementsIn(header).map(withoutSoap);
  const documents = fault === undefined ? contents : detail === undefined ? [] : elementsIn(detail);
  return [...blocks, ...documents].map(printTree);
}

/** The address of a block is not part of its schema. */
function withoutSoap(block: Element): Element {
  return {
    ...block,
    attributes: block.attributes.filter(({ name }) => !/^soap(?:12)?_*:(?:mustUnderstand|role|actor)$/.test(name)),
  };
}

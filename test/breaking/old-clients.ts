import { SoapFault } from '@soapwright/runtime';
import type { ClientOptions } from '@soapwright/runtime/client';
import type { GeneratedFolder } from '../generate-here.ts';
import { type Answer, type ForeignProgram, php, zeep } from '../interop/foreign.ts';
import { type ClientModule, clientIn } from '../support/generator/generated-modules.ts';
import type { BreakingCase, CaseCall, Fields, Toolkit, Value } from './case.ts';
import type { NewServer } from './servers.ts';

/** The result of a case's call by a client of the old contract, in the notation of all clients. */
export interface OldAnswer {
  /** The fields of the response. */
  readonly result?: unknown;
  /** The fault that it throws. */
  readonly fault?: OldFault | undefined;
}

export interface OldFault {
  readonly reason: string;
  /** The name of the fault, if the client finds it in the detail. */
  readonly name?: string | undefined;
  /** The fields of its detail. */
  readonly value?: unknown;
}

/** A case with a call, and the server that the call is sent to. */
export interface StartedCase {
  readonly one: BreakingCase & { readonly call: CaseCall };
  readonly server: NewServer;
}

/** Clients of the old contracts. */
export interface OldClient {
  /** Kinds of clients; each calls all servers. */
  readonly toolkits: readonly Toolkit[];
  readonly name: string;
  readonly available: boolean;
  /** Calls each server once for each kind. @returns the answers by case, in the order of the kinds. */
  call(cases: readonly StartedCase[], generated: GeneratedFolder): Promise<readonly (readonly OldAnswer[])[]>;
}

/** The name of the response's field, if it has no other: most clients return its value instead of the response. */
export function onlyField({ one: { call, oldKeys } }: StartedCase): string | undefined {
  const names = Object.keys(oldKeys.operations[call.operation]?.response ?? {});
  return names.length === 1 ? names[0] : undefined;
}

/** Generated from the old contract: with `reading: strict`, and by default. */
export const ourClient: OldClient = {
  toolkits: ['ours', 'standard'],
  name: 'soapwright',
  available: true,
  async call(cases, generated) {
    const answers: OldAnswer[][] = [];
    for (const { one, server } of cases) {
      const { folder } = await generated.write(one.clients);
      const client = await clientIn(folder);
      const readings = ['strict', 'standard'] as const;
      answers.push([]);
      for (const reading of readings)
        answers.at(-1)?.push(await ourAnswer(client, one.call, { address: server.address, reading }));
    }
    return answers;
  },
};

/** Without credentials, as other toolkits send what a policy demands only if they are told to. */
async function ourAnswer(client: ClientModule, call: CaseCall, options: ClientOptions): Promise<OldAnswer> {
  const { operation, request, typed = request } = call;
  const headerBlocks = Object.entries(call.headers ?? {}).map(([name, value]) => client.headers[name]?.block(value));
  try {
    return { result: await client.create({ ...options, credentials: 'none' })[operation]?.(typed, { headerBlocks }) };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const reason = error instanceof SoapFault ? error.reason : error.message;
    for (const [name, type] of Object.entries(client.faults)) {
      if (type.is(error)) return { fault: { reason, name, value: error.value } };
    }
    return { fault: { reason } };
  }
}

/** A client that is given the old WSDL in a process of its own, with all cases. */
function programClient(
  toolkit: Toolkit,
  program: ForeignProgram,
  resultOf: (answer: Answer, started: StartedCase) => unknown,
  faultOf: (detail: unknown) => readonly [name: string, value: unknown] | readonly [],
): OldClient {
  return {
    toolkits: [toolkit],
    name: program.name,
    available: program.available,
    async call(cases) {
      const jobs = cases.map(({ one, server }) => ({
        wsdl: server.oldWsdl,
        soap: '1.1' as const,
        calls: [{ operation: one.call.operation, input: inputOf(toolkit, one), headers: headersOf(one) }],
      }));
      const answers = await program.callAll(jobs);
      return cases.map((started, index) => {
        const [answer] = answers[index] ?? [];
        if (answer === undefined) throw new Error(`${program.name} has no answer for ${started.one.what}.`);
        if (answer.fault === undefined) return [{ result: resultOf(answer, started) }];
        const { reason, detail } = answer.fault;
        const [name, value] = faultOf(detail);
        return [{ fault: { reason, name, value } }];
      });
    },
  };
}

/** PHP takes the parts of an rpc message in their order. */
function inputOf(toolkit: Toolkit, { call, oldKeys }: StartedCase['one']): Fields | readonly Value[] {
  return toolkit === 'php' && oldKeys.style === 'rpc' ? Object.values(call.request) : call.request;
}

function headersOf({ call, oldKeys }: StartedCase['one']) {
  return Object.entries(call.headers ?? {}).map(([name, value]) => ({
    namespace: 'urn:shop/',
    name,
    value,
    mustUnderstand: oldKeys.headers?.[name]?.mustUnderstand ?? false,
  }));
}

/** zeep returns the value of an only field, and shows the detail of a fault as XML. */
export const zeepClient: OldClient = programClient(
  'zeep',
  zeep,
  ({ result }, started) => {
    const field = onlyField(started);
    return field === undefined ? result : { [field]: result };
  },
  (detail) => {
    const [[, name] = [], ...fields] = [...String(detail).matchAll(/<(?:\w+:)?(\w+)[^>]*>([^<]*)/g)];
    return name === undefined ? [] : [name, Object.fromEntries(fields.map(([, field, text]) => [field, text]))];
  },
);

/** PHP shows the detail of a fault as an object. */
export const phpClient: OldClient = programClient(
  'php',
  php,
  ({ result }) => result,
  (detail) => (typeof detail === 'object' && detail !== null ? (Object.entries(detail)[0] ?? []) : []),
);

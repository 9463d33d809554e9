import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as soap from 'soap';

/** A call for a foreign client; values as described in `clients/call.php`. */
export interface Job {
  readonly wsdl: string;
  readonly soap: '1.1' | '1.2';
  readonly calls: readonly ForeignCall[];
}

export interface ForeignCall {
  readonly operation: string;
  /** A list for the parts of an rpc message (PHP), or positional arguments (zeep). */
  readonly input: Input;
  readonly headers?: readonly HeaderInput[];
  /** Call a second time with what came back: true, or the name of the argument where zeep takes the wrapper off. */
  readonly again?: true | string;
}

export interface HeaderInput {
  readonly namespace: string;
  readonly name: string;
  readonly value: Input;
  readonly mustUnderstand?: boolean;
}

export type Input =
  | string
  | number
  | boolean
  | null
  | readonly Input[]
  | { readonly $base64: string }
  | { readonly $long: string }
  | { readonly $path: string }
  | { readonly [field: string]: Input };

/** Its result as it sees it, or the fault, and the XML that went over the wire. */
export interface Answer {
  // biome-ignore lint/suspicious/noExplicitAny: a foreign client's own view of a result, asserted on by the tests.
  readonly result?: any;
  readonly headers?: unknown;
  readonly fault?: { readonly code: string; readonly reason: string; readonly detail?: unknown };
  readonly request: string;
  readonly response: string;
}

export interface ForeignClient {
  readonly name: string;
  readonly available: boolean;
  call(job: Job): Promise<readonly Answer[]>;
}

/** A client that is a process of its own, which does any number of jobs. */
export interface ForeignProgram extends ForeignClient {
  /** The responses of each job. */
  callAll(jobs: readonly Job[]): Promise<readonly (readonly Answer[])[]>;
}

/** In `.ci/run` a foreign program that is not there is a failure, elsewhere a counted skip. */
export const required: boolean = process.env.SOAPWRIGHT_FOREIGN === 'required';

const script = (name: string): string => fileURLToPath(new URL(`clients/${name}`, import.meta.url));

function works(command: string, args: readonly string[]): boolean {
  return spawnSync(command, args, { stdio: 'ignore' }).status === 0;
}

function run(command: string, args: readonly string[], jobs: readonly Job[]): Promise<readonly (readonly Answer[])[]> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'pipe'] });
    let output = '';
    let talk = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      talk += text;
    });
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve(JSON.parse(output) as Answer[][]);
      else reject(new Error(`${command} exited with ${code}: ${talk}${output.slice(0, 2000)}`));
    });
    child.stdin.end(JSON.stringify(jobs));
  });
}

function program(name: string, available: boolean, command: string, args: readonly string[]): ForeignProgram {
  return {
    name,
    available,
    callAll: (jobs) => run(command, args, jobs),
    call: async (job) => (await run(command, args, [job]))[0] ?? [],
  };
}

const python = '/usr/bin/python3';

export const php: ForeignProgram = program(
  'PHP SoapClient',
  works('php', ['-r', 'exit(class_exists("SoapClient") ? 0 : 1);']),
  'php',
  [script('call.php')],
);

export const zeep: ForeignProgram = program('zeep', works(python, ['-c', 'import zeep']), python, [script('call.py')]);

/** Whether wsdl2h, soapcpp2 and a compiler for C++ are installed. */
export const hasGsoap: boolean = works('soapcpp2', ['-V']) && works('g++', ['--version']);

/** node-soap takes base64 and 64-bit integers as text. */
function forNodeSoap(value: Input): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(forNodeSoap);
  if ('$base64' in value) return value.$base64;
  if ('$long' in value) return value.$long;
  if ('$path' in value) return readFileSync(String(value.$path)).toString('base64');
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, forNodeSoap(field)]));
}

export const nodeSoap: ForeignClient = {
  name: 'node-soap',
  available: true,
  async call(job) {
    const client = await soap.createClientAsync(job.wsdl, { forceSoap12Headers: job.soap === '1.2' });
    const service = Object.keys(client.wsdl.definitions.services)[0] ?? '';
    const { services, bindings } = client.wsdl.definitions;
    const versioned = new Map(Object.entries(bindings).map(([name, binding]) => [binding, name.endsWith('12')]));
    const ports = Object.entries(services[service]?.ports ?? {});
    const [port = ''] = ports.find(([, { binding }]) => versioned.get(binding) === (job.soap === '1.2')) ?? [];
    const responses: Answer[] = [];
    for (const call of job.calls) {
      responses.push(
        await new Promise((resolve) => {
          client[service][port][call.operation](
            forNodeSoap(call.input),
            // biome-ignore lint/suspicious/noExplicitAny: node-soap's callback is not typed.
            (error: any, result: any, response: string, _header: unknown, request: string) => {
              const wire = { request: String(request).slice(0, 65536), response: String(response ?? error?.body) };
              if (!error) resolve({ result, ...wire });
              else resolve({ fault: { code: faultCode(error), reason: faultReason(error) }, ...wire });
            },
          );
        }),
      );
    }
    return responses;
  },
};

// biome-ignore lint/suspicious/noExplicitAny: node-soap's errors carry the parsed envelope, in one of two shapes.
function faultCode(error: any): string {
  const fault = error?.root?.Envelope?.Body?.Fault;
  return String(fault?.faultcode ?? fault?.Code?.Value ?? error?.message);
}

// biome-ignore lint/suspicious/noExplicitAny: as above.
function faultReason(error: any): string {
  const fault = error?.root?.Envelope?.Body?.Fault;
  const reason = fault?.faultstring ?? fault?.Reason?.Text ?? error?.message;
  return String(reason?.$value ?? reason);
}

export const foreignClients: readonly ForeignClient[] = [php, zeep, nodeSoap];

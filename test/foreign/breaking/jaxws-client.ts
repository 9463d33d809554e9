import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type OldAnswer, type OldClient, onlyField } from '../../breaking/old-clients.ts';
import { compileJava, jsonSources } from '../java/java.ts';
import { jaxwsClasspath } from '../jaxws/client.ts';
import { runProgram } from '../support/program.ts';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

interface JavaAnswer {
  readonly result?: unknown;
  readonly fault?: { readonly reason: string; readonly name?: string; readonly detail?: unknown };
}

/**
 * Compiles the programs beside this file, and runs one.
 *
 * @param programs folder of the classes, which is created.
 * @param clients folder for generated clients, which exists.
 * @returns its output, which is JSON.
 */
export async function runJava(programs: string, name: string, clients: string, jobs: object): Promise<unknown> {
  await compileJava([jsonSources, at('../jaxws/client'), at('client')], jaxwsClasspath, programs);
  const classpath = [programs, clients, ...jaxwsClasspath].join(':');
  return JSON.parse(
    await runProgram('java', ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC', '-cp', classpath, name, clients], {
      input: JSON.stringify(jobs),
    }),
  );
}

/** Clients that wsimport generates: with validation of requests and responses, and by default. */
export const jaxwsClient: OldClient = {
  toolkits: ['jaxws', 'unvalidated'],
  name: 'JAX-WS',
  available: true,
  async call(cases, generated): Promise<readonly (readonly OldAnswer[])[]> {
    const clients = join(generated.path, 'java-clients');
    mkdirSync(clients);
    const jobs = cases.map(({ one: { call }, server }, index) => ({
      name: `case${index}`,
      wsdl: server.oldWsdl,
      calls: [{ operation: call.operation, sent: call.request, headers: call.headers ?? {} }],
    }));
    const output = await runJava(join(generated.path, 'java-programs'), 'OldClients', clients, jobs);
    const answers = output as readonly (readonly JavaAnswer[])[];
    return cases.map((started, index) => (answers[index] ?? []).map((answer) => answerOf(started, answer)));
  },
};

function answerOf(started: Parameters<typeof onlyField>[0], { result, fault }: JavaAnswer): OldAnswer {
  const field = onlyField(started);
  if (fault !== undefined) return { fault: { ...fault, value: fault.detail } };
  return { result: field === undefined ? result : { [field]: result } };
}

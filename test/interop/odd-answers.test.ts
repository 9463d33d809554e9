import { execFile } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as soap from 'soap';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ClientError, SoapFault } from '../../runtime/src/client/index.ts';
import { httpTransport } from '../../runtime/src/client/node/http-transport.ts';
import type { Reading } from '../../runtime/src/client/options.ts';
import { SoapClient } from '../../runtime/src/client/soap-client.ts';
import { tolerant } from '../../runtime/src/client/tolerant.ts';
import * as runtime from '../../runtime/src/index.ts';
import type { ClientOperation } from '../../runtime/src/soap/operation.ts';
import { runProgram } from '../foreign/support/program.ts';
import { httpResponse, type RawServer, rawServer } from '../support/runtime/raw-server.ts';
import { hasGsoap, php, required, zeep } from './foreign.ts';
import { answerBytes, oddAnswers, wsdlAt } from './odd/answers.ts';
import { expected } from './odd/expected.ts';

const name = runtime.tag('urn:billing/', 'Name');
const children = runtime.children(name);

/** An operation as the generator prints it. */
const Find: ClientOperation<object, string> = {
  name: 'Find',
  soapAction: 'urn:billing/Find',
  input: runtime.rootTag('urn:billing/', 'Find'),
  output: runtime.rootTag('urn:billing/', 'FindResponse'),
  writeInput: () => undefined,
  readOutput(reader) {
    let text: string | undefined;
    for (let child = reader.child(children); child !== runtime.END; child = reader.child(children)) {
      text = runtime.readString(reader);
    }
    if (text === undefined) throw reader.missing(name);
    return text;
  },
};

let server: RawServer;
let addresses: readonly string[];

beforeAll(async () => {
  server = await rawServer(({ requestLine }, socket) => {
    const index = Number(/[?&]row=(\d+)/.exec(requestLine)?.[1]);
    const answer = oddAnswers[index];
    // Some clients follow redirects.
    if (answer === undefined) return httpResponse('404 Not Found', 'text/plain', 'no', ['Connection: close']);
    if (requestLine.startsWith('GET')) {
      socket.end(httpResponse('200 OK', 'text/xml', wsdlAt(addresses[index] ?? ''), ['Connection: close']));
      return undefined;
    }
    const bytes = answerBytes(answer);
    if (bytes === undefined) socket.end();
    else socket.end(bytes);
    return undefined;
  });
  addresses = oddAnswers.map((_, index) => `${server.address}?row=${index}`);
});

afterAll(() => server.close());

/** `read`, with the kinds of deviations; or the code of the error. */
async function outcome(index: number, reading: Reading): Promise<string> {
  const transport = httpTransport();
  const kinds: string[] = ['read'];
  const client = new SoapClient({
    address: addresses[index] ?? '',
    transport,
    reading,
    timeout: 10_000,
    onDeviation: ({ kind }) => kinds.push(kind),
  });
  try {
    const text = await client.call(Find, {});
    return text === 'Müller' ? kinds.join(' ') : `wrong: ${text.slice(0, 20)}`;
  } catch (error) {
    if (error instanceof ClientError) return error.code;
    return error instanceof SoapFault ? `fault ${error.code}` : String(error);
  } finally {
    transport.close();
  }
}

/** What a foreign client makes of all answers: `read`, `wrong` for another text, or `refused`. */
async function foreign(command: string, script: string): Promise<readonly string[]> {
  const file = fileURLToPath(new URL(`clients/${script}`, import.meta.url));
  const output = await new Promise<string>((resolve, reject) => {
    const child = execFile(command, [file], { maxBuffer: 2 ** 28, timeout: 25_000 }, (error, stdout) =>
      error === null ? resolve(stdout) : reject(error),
    );
    child.stdin?.end(JSON.stringify(addresses.map((each) => `${each}&wsdl`)));
  });
  return (JSON.parse(output) as (string | null)[]).map((each) =>
    verdict(each === null ? null : Buffer.from(each, 'base64')),
  );
}

/** By a client that gSOAP generates from the WSDL. */
async function byGsoap(): Promise<readonly string[]> {
  const cwd = mkdtempSync(join(tmpdir(), 'soapwright-odd-'));
  try {
    writeFileSync(join(cwd, 'billing.wsdl'), wsdlAt('http://localhost/'));
    copyFileSync(fileURLToPath(new URL('clients/odd.cpp', import.meta.url)), join(cwd, 'odd.cpp'));
    await runProgram('wsdl2h', ['-o', 'billing.h', 'billing.wsdl'], { cwd });
    await runProgram('soapcpp2', ['-j', '-CL', '-I/usr/share/gsoap/import', 'billing.h'], { cwd });
    const sources = ['odd.cpp', 'soapBillingProxy.cpp', 'soapC.cpp'];
    const options = ['-DWITH_OPENSSL', '-DWITH_GZIP', '-o', 'odd'];
    const libraries = ['-lgsoapssl++', '-lssl', '-lcrypto', '-lz'];
    await runProgram('g++', [...options, ...sources, ...libraries], { cwd });
    const lines = (await runProgram('./odd', addresses, { cwd })).trimEnd().split('\n');
    return lines.map((line) => verdict(line === '-' ? undefined : Buffer.from(line, 'hex').toString()));
  } finally {
    rmSync(cwd, { recursive: true });
  }
}

async function byNodeSoap(): Promise<readonly string[]> {
  const outcomes: string[] = [];
  for (const address of addresses) {
    outcomes.push(
      await soap
        .createClientAsync(`${address}&wsdl`)
        .then((client) => client.FindAsync?.({}))
        .then(
          (result) => verdict((result as [{ Name?: string }])[0]?.Name),
          () => 'refused',
        ),
    );
  }
  return outcomes;
}

const verdict = (text: unknown): string =>
  text === null || text === undefined ? 'refused' : String(text) === 'Müller' ? 'read' : 'wrong';

describe('answers of real services', () => {
  it('are at least 40, each with its outcomes', () => {
    expect(oddAnswers.length).toBeGreaterThan(40);
    expect(Object.keys(expected)).toEqual(oddAnswers.map((each) => each.name));
  });

  it.each(oddAnswers.map((each, index) => [each.name, index] as const))('%s', async (row, index) => {
    const readings: readonly Reading[] = ['strict', 'standard', tolerant];
    const outcomes: string[] = [];
    for (const reading of readings) outcomes.push(await outcome(index, reading));
    expect(outcomes).toEqual(expected[row]?.ours);
  });

  it.each([
    ['php', php.available, () => foreign('php', 'odd.php')],
    ['zeep', zeep.available, () => foreign('/usr/bin/python3', 'odd.py')],
    ['nodeSoap', true, byNodeSoap],
    ['gsoap', hasGsoap, byGsoap],
  ] as const)('%s reads those that the table says', async (client, available, outcomes) => {
    if (!available && !required) return;
    const found = await outcomes();
    const listed = oddAnswers.map((each) => `${each.name}: ${expected[each.name]?.[client]}`);
    expect(oddAnswers.map((each, index) => `${each.name}: ${found[index]}`)).toEqual(listed);
  });
});

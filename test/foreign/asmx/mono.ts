import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../support/free-ports.js';
import type { ForeignAnswer } from '../support/case.ts';
import type { TheirClient } from '../support/directions.ts';
import { runProgram, startProgram } from '../support/program.ts';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** The server writes times of its own zone, and the client shows times with an offset in its own. */
const serverZone = { TZ: 'Europe/Berlin' };
const clientZone = { TZ: 'Asia/Kolkata' };

/** An ASMX service under Mono, with the client that was compiled from its WSDL. */
export interface AsmxService {
  readonly address: string;
  readonly wsdl: string;
  stop(): Promise<void>;
}

/** @param name of `NAME.cs`, and of its class. */
export async function startAsmx(name: string): Promise<AsmxService> {
  const folder = mkdtempSync(join(tmpdir(), 'soapwright-asmx-'));
  mkdirSync(join(folder, 'bin'));
  cpSync(at('web.config'), join(folder, 'web.config'));
  writeFileSync(join(folder, `${name}.asmx`), `<%@ WebService Class="${name}, ${name}" %>\n`);
  await compile(join(folder, 'bin/Host.exe'), [at('Host.cs')]);
  await compile(join(folder, `bin/${name}.dll`), ['-target:library', at(`${name}.cs`)]);
  const port = await freePort();
  const program = await startProgram('mono', [join(folder, 'bin/Host.exe'), folder, String(port)], /^ready/m, {
    environment: serverZone,
  });
  const address = `http://127.0.0.1:${port}/${name}.asmx`;
  return {
    address,
    wsdl: await (await fetch(`${address}?wsdl`)).text(),
    async stop() {
      await program.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A program over the proxy that mono's `wsdl` makes of a WSDL. */
export interface ProxyProgram {
  /** Its lines. @param args after the address. */
  run(address: string, ...args: readonly string[]): Promise<readonly ForeignAnswer[]>;
  remove(): void;
}

/** @param source name of the C# file with the program. */
export async function compileClient(wsdl: string, source: string): Promise<ProxyProgram> {
  const folder = mkdtempSync(join(tmpdir(), 'soapwright-proxy-'));
  const [file, proxy, program] = ['service.wsdl', 'Proxy.cs', 'Client.exe'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  writeFileSync(file, wsdl);
  await runProgram('wsdl', ['-nologo', `-out:${proxy}`, file], { cwd: folder });
  await compile(program, [at(source), at('Show.cs'), proxy]);
  return {
    async run(address, ...args) {
      const output = await runProgram('mono', [program, address, ...args], { environment: clientZone });
      return output
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as ForeignAnswer);
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** The proxy as a client of the harness: a case is a line of its output. */
export function proxyClient(name: string, program: () => ProxyProgram, ...args: readonly string[]): TheirClient {
  return {
    name,
    // Calls and results are those of the program; each case says how it prints them.
    notation: () => undefined,
    call: async (_calls, { address }) => await program().run(address, ...args),
  };
}

async function compile(out: string, args: readonly string[]): Promise<void> {
  const references = ['System.Web', 'System.Web.Services', 'System.Xml', 'System.Data'].map((name) => `-r:${name}`);
  await runProgram('mcs', ['-nologo', `-out:${out}`, ...references, ...args]);
}

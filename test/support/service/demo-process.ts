import { generate } from 'selfsigned';
import { type DemoVariables, demoVariables as variablesOf } from '../../../service/src/demo/demo-values.ts';
import { type Child, runCommand } from './service-process.ts';

/** A demonstration in its own process. */
export interface RunningDemo extends Child {
  /** Address of the service. */
  readonly address: string;
  /** Address of its identity provider. */
  readonly provider: string;
}

/** Starts the built demonstration on free ports, and waits until it has printed its examples. */
export async function startDemo(
  data: string,
  args: readonly string[] = ['--port', '0'],
  env: Readonly<Record<string, string>> = {},
): Promise<RunningDemo> {
  const child = runCommand(['demo', '--data', data, ...args], env);
  const text = await new Promise<string>((resolve, reject) => {
    child.process.stdout?.on('data', () => {
      if (child.stdout().includes('Ctrl-C')) resolve(child.stdout());
    });
    child.exited.then((code) => reject(new Error(`It ended with ${code}: ${child.stderr()}`)), reject);
  });
  const found = (what: string): string => new RegExp(`^ +${what} +(\\S+)`, 'm').exec(text)?.[1] ?? '';
  return { ...child, address: found('address'), provider: found('identity provider') };
}

/** Variables to provision demo.yaml without a running provider: its addresses do not exist. */
export async function demoVariables(): Promise<DemoVariables> {
  const { cert } = await generate([{ name: 'commonName', value: 'test' }], { algorithm: 'sha256' });
  return variablesOf('http://127.0.0.1:9', cert);
}

import { generate } from 'selfsigned';
import { type DemoVariables, demoVariables as variablesOf } from '../../../service/src/demo/demo-values.ts';

/** Variables to provision demo.yaml without a running provider: its addresses do not exist. */
export async function demoVariables(): Promise<DemoVariables> {
  const { cert } = await generate([{ name: 'commonName', value: 'test' }], { algorithm: 'sha256' });
  return variablesOf('http://127.0.0.1:9', cert);
}

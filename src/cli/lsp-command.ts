import { relative } from 'node:path';
import { serve } from '../editor/index.ts';

/** Starts the language server. */
export function runLsp(version: string): void {
  serve({ version, callArguments });
}

/** `call shop.wsdl Find --data '{"Number":"1"}'`, word by word, with paths from the working directory. */
async function callArguments(contract: string, operation: string, overlay?: string): Promise<readonly string[]> {
  const { openService } = await import('../messages/index.ts');
  const client = await openService(contract, { overlay });
  const headers = Object.entries(client.exampleHeaders(operation));
  const place = (path: string): string => relative('.', path).replaceAll('\\', '/') || path;
  return [
    'call',
    place(contract),
    operation,
    ...(overlay === undefined ? [] : ['--overlay', place(overlay)]),
    ...headers.flatMap(([name, value]) => ['--soap-header', `${name}=${JSON.stringify(value)}`]),
    '--data',
    JSON.stringify(client.example(operation)),
  ];
}

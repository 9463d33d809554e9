import { fileURLToPath } from 'node:url';
import { startPhp } from './php-program.ts';

export interface PhpServer {
  readonly address: string;
  stop(): Promise<void>;
}

/** PHP's SoapServer on a free port. @param wsdl path of the file. */
export async function startPhpServer(wsdl: string): Promise<PhpServer> {
  const { origin, stop } = await startPhp(fileURLToPath(new URL('clients/server.php', import.meta.url)), {
    WSDL: wsdl,
  });
  return { address: `${origin}/`, stop };
}

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { javaNotation, runJavaClient } from '../java/java.ts';
import type { TheirClient } from '../support/directions.ts';
import { runProgram } from '../support/program.ts';

const libraries = '/usr/share/jaxws/lib';

export const jaxwsClasspath: readonly string[] = readdirSync(libraries).map((name) => join(libraries, name));

/**
 * A client that wsimport generates from the WSDL of our server.
 *
 * @param classes folder of the compiled class `Client`.
 * @param service name of the service and of its port type; the package is the same in lower case.
 */
export function jaxwsClient(classes: () => string, service: string): TheirClient {
  return {
    name: 'a client of wsimport',
    notation: javaNotation,
    async call(calls, { wsdl }) {
      const name = service.toLowerCase();
      // Without -extension, wsimport reads no binding of SOAP 1.2.
      await runProgram('wsimport', ['-quiet', '-extension', '-p', name, '-d', classes(), wsdl]);
      return await runJavaClient([classes(), ...jaxwsClasspath], [`${name}.${service}_Service`, wsdl], calls);
    },
  };
}

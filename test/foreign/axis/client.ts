import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { javaNotation, runJavaClient } from '../java/java.ts';
import type { TheirClient } from '../support/directions.ts';
import { runProgram } from '../support/program.ts';

const libraries = ['axis', 'axis-jaxrpc', 'axis-saaj', 'commons-discovery', 'commons-logging', 'wsdl4j', 'javax.mail'];

export const axisClasspath: readonly string[] = [...libraries, 'javax.activation'].map(
  (name) => `/usr/share/java/${name}.jar`,
);

/**
 * A client that WSDL2Java generates from the WSDL of our server.
 *
 * @param classes folder of the compiled class `Client`.
 * @param port name of the port.
 */
export function axisClient(classes: () => string, port: string): TheirClient {
  return {
    name: 'a client of WSDL2Java',
    notation: axisNotation,
    async call(calls, { wsdl, address }) {
      const folder = join(classes(), port);
      mkdirSync(folder);
      const classpath = [classes(), folder, ...axisClasspath];
      const options = ['-cp', classpath.join(':')];
      await runProgram('java', [...options, 'org.apache.axis.wsdl.WSDL2Java', '-p', 'stock', '-o', folder, wsdl]);
      const sources = readdirSync(join(folder, 'stock')).map((name) => join(folder, 'stock', name));
      // Names of parameters, by which the client finds the values.
      await runProgram('javac', ['-nowarn', '-parameters', ...options, '-d', folder, ...sources]);
      return await runJavaClient(classpath, ['stock.StockServiceLocator', port, address], calls);
    },
  };
}

/** A class names itself only if it has a base class, a field that is null counts as absent, and an array has no wrapper. */
function axisNotation(value: unknown): unknown {
  if (value instanceof Map) return { $map: [...value].map((entry) => entry.map(axisNotation)) };
  if (Array.isArray(value)) return value.map(axisNotation);
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) {
    return javaNotation(value);
  }
  const fields = Object.entries(value).filter(
    ([name, field]) => field !== null && !(name === '$type' && field === 'Item'),
  );
  const [[name, field] = []] = fields;
  if (fields.length === 1 && name === 'item' && Array.isArray(field)) return axisNotation(field);
  return Object.fromEntries(fields.map(([name, field]) => [name, axisNotation(field)]));
}

// wsimport of JAX-WS (Debian's package `jaxws`, or a JDK up to 10) generates Java from a WSDL.
import { spawnSync } from 'node:child_process';

/** Version of wsimport; undefined if it is not installed. */
export function wsimportVersion() {
  const { stdout, stderr, error } = spawnSync('wsimport', ['-version'], { encoding: 'utf8' });
  return error === undefined ? /\d+(?:\.\d+)+/.exec(stdout + stderr)?.[0] : undefined;
}

/** The command that generates Java in the current folder, and does not compile it. */
export const wsimportGenerator = (wsdl) => ['wsimport', ['-quiet', '-Xnocompile', '-s', '.', '-d', '.', wsdl]];

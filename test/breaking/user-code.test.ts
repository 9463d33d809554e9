import { fileURLToPath } from 'node:url';
import { describe } from 'vitest';
import { runProgram } from '../foreign/support/program.ts';
import { required, zeep } from '../interop/foreign.ts';
import { compileErrors } from '../support/generator/compile-contracts.ts';
import { testUserCode, type UserJob, withWsdls } from './test-user-code.ts';

/** The compiler's output about the code of each user. */
async function compileUsers(jobs: readonly UserJob[]): Promise<readonly string[]> {
  const output = await compileErrors(
    Object.fromEntries(jobs.map(({ name, contract }) => [name, contract])),
    Object.fromEntries(jobs.map(({ name, text }) => [name, text])),
  );
  const lines = output.split('\n');
  return jobs.map(({ name }) => lines.filter((line) => line.includes(`${name}/user.ts(`)).join('\n'));
}

testUserCode('ours', 'TypeScript that uses generated code', compileUsers);

describe.skipIf(!zeep.available && !required)('zeep', () => {
  const program = fileURLToPath(new URL('clients/user_code.py', import.meta.url));
  testUserCode('zeep', 'Python that uses the WSDL', (jobs) =>
    withWsdls(jobs, async (_folder, written) => {
      const output = await runProgram('/usr/bin/python3', [program], { input: JSON.stringify(written) });
      return JSON.parse(output) as readonly string[];
    }),
  );
});

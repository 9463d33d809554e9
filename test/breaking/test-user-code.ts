import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Contract } from '../../src/contract/model/index.ts';
import { wsdlText } from '../../src/emit/wsdl.ts';
import { loadCases, type Toolkit } from './case.ts';

/** Code of a user and the contract that it is compiled or run with. */
export interface UserJob {
  /** An identifier. */
  readonly name: string;
  readonly contract: Contract;
  readonly text: string;
}

/** The errors of each job, empty where there are none. */
export type RunUserCode = (jobs: readonly UserJob[]) => Promise<readonly string[]>;

/** Tests the code of users of one toolkit with the old contract of each case, and with the new one. */
export function testUserCode(toolkit: Toolkit, title: string, run: RunUserCode): void {
  describe(title, () => {
    const cases = loadCases().flatMap(({ rule, what, old, new: next, code }) => {
      const user = code?.[toolkit];
      return user === undefined ? [] : [{ rule, what, old, next, ...user }];
    });
    let errors: readonly string[];
    beforeAll(async () => {
      errors = await run(
        cases.flatMap(({ old, next, text }, index) => [
          { name: `old${index}`, contract: old, text },
          { name: `new${index}`, contract: next, text },
        ]),
      );
    });

    it.each(cases.map((one, index) => ({ ...one, index })))('$rule: $what', ({ index, error }) => {
      expect(errors[2 * index]).toBe('');
      const broken = errors[2 * index + 1];
      if (error === undefined) expect(broken).toBe('');
      else expect(broken).toContain(error);
    });
  });
}

/** Runs a program with the WSDLs of jobs. @param run is given the jobs with paths of WSDLs in `folder`. */
export async function withWsdls<Result>(
  jobs: readonly UserJob[],
  run: (
    folder: string,
    jobs: readonly { readonly name: string; readonly wsdl: string; readonly text: string }[],
  ) => Promise<Result>,
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'soapwright-user-code-'));
  try {
    const written = jobs.map(({ name, contract, text }) => {
      const wsdl = join(folder, `${name}.wsdl`);
      writeFileSync(wsdl, wsdlText(contract, { source: 'contract.yaml' }));
      return { name, wsdl, text };
    });
    return await run(folder, written);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

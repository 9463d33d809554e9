import type { Counts } from '../common/counts.ts';
import type { Logger } from '../common/logger.ts';
import { Rejection } from '../common/rejection.ts';
import { Semaphore } from '../common/semaphore.ts';
import { type ArrivedFile, type FileCheck, NoVerdict, type Verdict } from './file-check.ts';

/** Files that are checked at a time by a process; others wait. */
const parallel = 4;

/** Why a file is not published. */
export interface Refusal {
  /** Name of the check. */
  readonly check: string;
  readonly reason: string;
}

interface Parts {
  readonly log: Logger;
  readonly counts: Pick<Counts, 'fileChecked'>;
}

/** The checks that files have to pass before they are published, in the order of the file of hooks. */
export class FileChecks {
  readonly #checks: readonly FileCheck[];
  readonly #parts: Parts;
  readonly #turns = new Semaphore(parallel);

  constructor(checks: readonly FileCheck[], parts: Parts) {
    this.#checks = checks;
    this.#parts = parts;
  }

  /**
   * Checks a file.
   *
   * @returns why it is refused; undefined: it is accepted.
   * @throws {Rejection} `CheckUnavailable` when a check that must accept it gave no verdict.
   */
  async judge(file: ArrivedFile): Promise<Refusal | undefined> {
    return await this.#turns.run(async () => {
      for (const check of this.#checks) {
        const verdict = await this.#verdictOf(check, file);
        if (verdict?.accepted === false) return { check: check.name, reason: verdict.reason };
      }
      return undefined;
    });
  }

  /** Undefined: the check gave no verdict, and the file is accepted all the same. */
  async #verdictOf(check: FileCheck, file: ArrivedFile): Promise<Verdict | undefined> {
    const { log, counts } = this.#parts;
    const begun = performance.now();
    try {
      const verdict = await check.check(file, AbortSignal.timeout(check.timeout));
      counts.fileChecked(verdict.accepted ? 'accepted' : 'refused', (performance.now() - begun) / 1_000);
      return verdict;
    } catch (error) {
      if (!(error instanceof NoVerdict)) throw error;
      counts.fileChecked('no-verdict', (performance.now() - begun) / 1_000);
      log.warn('a check gave no verdict', { check: check.name, upload: file.id, reason: error.message });
      if (check.withoutVerdict === 'accept') return undefined;
      throw new Rejection(
        'CheckUnavailable',
        'The file has arrived, and could not be checked. Send the last chunk again later.',
        `${check.name}: ${error.message}`,
      );
    }
  }
}

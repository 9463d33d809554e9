import { existsSync } from 'node:fs';
import { type Diagnostic, type ExitCode, exitCodeOf, cli as messages, report } from '../diagnostics/index.ts';
import {
  type Change,
  type ChangedFile,
  commit,
  contentOf,
  type Folder,
  OutputError,
  whileLocked,
} from '../output/index.ts';
import { beginnings } from './beginnings.ts';

export interface InitResult {
  readonly exitCode: ExitCode;
  readonly changes: readonly ChangedFile[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Puts a first soapwright.yaml and a first contract into a folder. What is there already stays as it is. */
export async function init(folder: Folder, options: { readonly patience: number }): Promise<InitResult> {
  const finish = (changes: readonly ChangedFile[], diagnostics: readonly Diagnostic[]): InitResult => {
    return { exitCode: exitCodeOf(diagnostics), changes, diagnostics };
  };
  try {
    const [configuration, ...others] = beginnings.map(({ path, text }): Change => {
      return {
        kind: 'create',
        path: folder.resolve(path),
        shown: folder.show(path),
        content: contentOf(text),
        exclusive: true,
      };
    });
    if (configuration === undefined || existsSync(configuration.path)) {
      const file = configuration?.shown ?? folder.shown;
      return finish([], [report(messages.alreadyThere, { file }, { file })]);
    }
    const there = others.filter(({ path }) => existsSync(path));
    const changes = [configuration, ...others.filter((change) => !there.includes(change))];
    await whileLocked([folder], options.patience, () => commit([{ folder, changes }]));
    return finish(
      changes,
      there.map(({ shown: file }) => report(messages.kept, { file }, { file })),
    );
  } catch (error) {
    if (!(error instanceof OutputError)) throw error;
    return finish([], [error.diagnostic]);
  }
}

import { bashScript } from './bash.ts';
import type { ProgramWords } from './command-words.ts';
import { fishScript } from './fish.ts';
import { zshScript } from './zsh.ts';

export { type ProgramWords, wordsOf } from './command-words.ts';

export type Shell = 'bash' | 'fish' | 'zsh';

const scripts: Readonly<Record<Shell, (program: ProgramWords) => string>> = {
  bash: bashScript,
  fish: fishScript,
  zsh: zshScript,
};

export const shells: readonly string[] = Object.keys(scripts);

/** A script by which a shell completes the words of a program. */
export function completionScript(shell: Shell, program: ProgramWords): string {
  return scripts[shell](program);
}

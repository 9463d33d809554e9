/** A command of a page, and the output that the page shows. */
export interface ConsoleStep {
  readonly command: string;
  readonly output: string;
}

/** The commands in the `console` blocks of a page, in order. Each begins with `$ `. */
export function consoleSteps(page: string): readonly ConsoleStep[] {
  return [...page.matchAll(/```console\n([\s\S]*?)```/g)].flatMap(([, block = '']) =>
    block
      .split(/^\$ /m)
      .slice(1)
      .map((step) => {
        const [command = '', ...output] = step.trimEnd().split('\n');
        return { command, output: output.join('\n') };
      }),
  );
}

/** The text of a file that runs a script of Node, as an installed command does. */
export function commandScript(bin: string): string {
  return `#!/bin/sh\nexec '${process.execPath}' '${bin}' "$@"\n`;
}

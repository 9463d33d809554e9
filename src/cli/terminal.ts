/** The two streams, and what may be written to them. */
export interface Terminal {
  /** Results. */
  readonly out: (text: string) => void;
  /** Talk and diagnostics. */
  readonly talk: (text: string) => void;
  /** Shows what is being worked at, in place of what was shown before; nothing where nobody watches. */
  readonly progress: (text: string) => void;
  /** ANSI colours, by stream. */
  readonly colour: { readonly out: boolean; readonly talk: boolean };
}

/** Work that takes longer is worth showing, in milliseconds. */
const longWork = 400;

export function processTerminal(): Terminal {
  const began = performance.now();
  const watched = process.stderr.isTTY === true;
  let shown = false;
  const clear = (): void => {
    if (shown) process.stderr.write('\r\u001B[K');
    shown = false;
  };
  return {
    out: (text) => {
      clear();
      if (text !== '') process.stdout.write(text);
    },
    talk: (text) => {
      clear();
      if (text !== '') process.stderr.write(text);
    },
    progress: (text) => {
      if (!watched || performance.now() - began < longWork) return;
      clear();
      process.stderr.write(`${text} …`);
      shown = true;
    },
    colour: { out: takesColour(process.stdout), talk: takesColour(process.stderr) },
  };
}

/**
 * FORCE_COLOR goes before NO_COLOR, as in Node itself; without either, terminals get colours.
 *
 * @see https://no-color.org and https://force-color.org
 */
export function takesColour(
  stream: { readonly isTTY?: boolean | undefined },
  environment: Readonly<Record<string, string | undefined>> = process.env,
): boolean {
  const { FORCE_COLOR: force, NO_COLOR: no, TERM: term } = environment;
  if (force !== undefined) return force !== '0' && force !== 'false';
  if (no !== undefined && no !== '') return false;
  return stream.isTTY === true && term !== 'dumb';
}

/** `soapwright check | head -1` is no mistake: what nobody reads any more is not written. */
export function endQuietlyOnClosedPipe(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE') return;
      if (stream === process.stdout) process.stderr.write(`soapwright cannot write its results: ${error.message}\n`);
      process.exit(3);
    });
  }
}

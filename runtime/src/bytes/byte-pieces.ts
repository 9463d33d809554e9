/** The pieces in one array. @param length the sum of their lengths. */
export function joinedPieces(pieces: readonly Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

/** Copies pieces into a buffer of their length at least. @returns the filled part. */
export async function gather(pieces: AsyncIterable<Uint8Array>, target: Uint8Array): Promise<Uint8Array> {
  let at = 0;
  for await (const piece of pieces) {
    target.set(piece, at);
    at += piece.length;
  }
  return target.subarray(0, at);
}

/** A Web stream that reads pieces on demand only. */
export function readableOf(pieces: AsyncIterator<Uint8Array, void>): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const step = await pieces.next();
        if (step.done === true) controller.close();
        else controller.enqueue(step.value.slice());
      },
      async cancel() {
        await pieces.return?.();
      },
    },
    { highWaterMark: 0 },
  );
}

/** How far an upload is. All numbers are bytes of the file. */
export interface UploadProgress {
  /** Name of the file on the service. */
  readonly name: string;
  /** Acknowledged, or on their way. */
  readonly sent: number;
  /** What the service holds for certain, whatever happens. */
  readonly acknowledged: number;
  /** All of it; undefined while that is not known. */
  readonly total: number | undefined;
  /** Acknowledged per second, over the last seconds; 0 before the first. Bytes of an earlier process do not count. */
  readonly bytesPerSecond: number;
}

/** Milliseconds that the rate is taken over. */
const span = 5_000;

/** Works out a rate from amounts that grow. */
export class Rate {
  readonly #samples: { readonly at: number; readonly bytes: number }[];

  constructor(bytes: number, now: number) {
    this.#samples = [{ at: now, bytes }];
  }

  /** Bytes per second with this amount at this moment, in milliseconds. */
  at(bytes: number, now: number): number {
    const samples = this.#samples;
    const last = samples.at(-1);
    // What went back, as after a restart, begins anew.
    if (last !== undefined && bytes < last.bytes) samples.length = 0;
    if (samples.at(-1)?.bytes !== bytes) samples.push({ at: now, bytes });
    while (samples.length > 2 && now - (samples[1]?.at ?? now) > span) samples.shift();
    const first = samples[0];
    if (first === undefined || now <= first.at) return 0;
    return ((bytes - first.bytes) / (now - first.at)) * 1000;
  }
}

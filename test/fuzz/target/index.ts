import { codec } from './codec.ts';
import { envelope } from './envelope.ts';
import { intake } from './intake.ts';
import { reader } from './reader.ts';

/** Code under test, and what must be so whatever the input. */
export interface Target {
  /** @throws {Finding} where it is not. */
  run(input: Uint8Array): void;
  /** Places that a run may pass for each byte of its input, where that is not what is usual. */
  readonly stepsAByte?: number;
  /** What was read and what was refused so far, for people. */
  figures(): string;
}

export const targets: Readonly<Record<string, Target>> = { reader, envelope, codec, intake };

import { codec } from './codec.ts';
import { envelope } from './envelope.ts';
import { intake } from './intake.ts';
import { reader } from './reader.ts';

/** Code under test, and what must be so whatever the input. */
export interface Target {
  /** @throws {Finding} where it is not. */
  run(input: Uint8Array): void;
  /** Places that a run may pass for each byte of its input, if unusual. */
  readonly stepsAByte?: number;
  /** Counts of accepted and rejected inputs, as text. */
  figures(): string;
}

export const targets: Readonly<Record<string, Target>> = { reader, envelope, codec, intake };

import type { Kysely } from 'kysely';

/** A step forward. Written against no table types: those describe the newest schema only. */
export interface Migration {
  readonly name: string;
  // biome-ignore lint/suspicious/noExplicitAny: the tables are those of the moment of the step.
  up(db: Kysely<any>): Promise<void>;
}

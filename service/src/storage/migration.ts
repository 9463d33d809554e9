import type { Kysely } from 'kysely';

/** A step forward. Written against no table types: those describe the newest schema only. */
export interface Migration {
  readonly name: string;
  /**
   * Whether processes that do not know the step go on working right when it is done: it only makes tables, indexes that
   * refuse nothing, and columns that are nullable or have a default. See migrations.ts for what follows from it.
   */
  readonly additive: boolean;
  // biome-ignore lint/suspicious/noExplicitAny: the tables are those of the moment of the step.
  up(db: Kysely<any>): Promise<void>;
}

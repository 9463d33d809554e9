import {
  type Compilable,
  type CompiledQuery,
  DummyDriver,
  Kysely,
  type QueryResult,
  type RawBuilder,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
} from 'kysely';
import type { Db, Tables } from './tables.ts';

/** Compiles queries, and runs none. */
const compiler: Db = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
});

/** The place of a value in a query, by the value's name. */
type ValueOf<Values> = <Name extends keyof Values>(name: Name) => RawBuilder<Values[Name]>;

/**
 * Compiles a query once: `prepared<{ id: string }>()((db, value) => db.selectFrom('accounts').where('id', '=', value('id')))`.
 *
 * @returns a function whose argument builds the query, with `value(name)` where the value of that name goes.
 */
export function prepared<Values>(): <Row>(
  build: (db: Db, value: ValueOf<Values>) => Compilable<Row>,
) => PreparedQuery<Values, Row> {
  return (build) => {
    const places = new Map<unknown, keyof Values>();
    const compiled = build(compiler, (name) => {
      const place = {};
      places.set(place, name);
      return sql`${place}`;
    }).compile();
    const parameters = compiled.parameters.map((parameter) => {
      const name = places.get(parameter);
      return name === undefined ? () => parameter : (values: Values) => values[name];
    });
    return new PreparedQuery(compiled, parameters);
  };
}

/** A query that is compiled once and run with other values each time. */
export class PreparedQuery<Values, Row> {
  readonly #compiled: CompiledQuery<Row>;
  readonly #parameters: readonly ((values: Values) => unknown)[];

  /** @param parameters of the compiled query for given values. */
  constructor(compiled: CompiledQuery<Row>, parameters: readonly ((values: Values) => unknown)[]) {
    this.#compiled = compiled;
    this.#parameters = parameters;
  }

  get sql(): string {
    return this.#compiled.sql;
  }

  /** The parameters of the statement for some values. */
  parameters(values: Values): readonly unknown[] {
    return this.#parameters.map((parameter) => parameter(values));
  }

  /** Runs it. Returns all rows. @throws {StorageError} */
  async all(db: Db, values: Values): Promise<readonly Row[]> {
    return (await this.#run(db, values)).rows;
  }

  /** Runs it. Returns the first row. @throws {StorageError} */
  async first(db: Db, values: Values): Promise<Row | undefined> {
    return (await this.#run(db, values)).rows[0];
  }

  /** Runs it. Returns the number of rows that it has changed. @throws {StorageError} */
  async change(db: Db, values: Values): Promise<number> {
    return Number((await this.#run(db, values)).numAffectedRows ?? 0n);
  }

  async #run(db: Db, values: Values): Promise<QueryResult<Row>> {
    return await db.executeQuery({ ...this.#compiled, parameters: this.parameters(values) });
  }
}

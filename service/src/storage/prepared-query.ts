import {
  type Compilable,
  type CompiledQuery,
  type Dialect,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  type RawBuilder,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
} from 'kysely';
import { isPostgres } from './engine.ts';
import type { Db, Tables } from './tables.ts';

/** Compile queries, and run none. */
const compilers = {
  sqlite: compilerOf({
    createAdapter: () => new SqliteAdapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  }),
  postgres: compilerOf({
    createAdapter: () => new PostgresAdapter(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  }),
};

function compilerOf(dialect: Omit<Dialect, 'createDriver'>): Db {
  return new Kysely<Tables>({ dialect: { ...dialect, createDriver: () => new DummyDriver() } });
}

/** The place of a value in a query, by the value's name. */
export type ValueOf<Values> = <Name extends keyof Values>(name: Name) => RawBuilder<Values[Name]>;

/**
 * Compiles a query once: `prepared<{ id: string }>()((db, value) => db.selectFrom('accounts').where('id', '=', value('id')))`.
 *
 * @returns a function whose argument builds the query, with `value(name)` where the value of that name goes.
 */
export function prepared<Values>(): <Row>(
  build: (db: Db, value: ValueOf<Values>) => Compilable<Row>,
) => PreparedQuery<Values, Row> {
  return (build) => {
    return new PreparedQuery((compiler) => {
      const places = new Map<unknown, keyof Values>();
      const query = build(compiler, (name) => {
        const place = {};
        places.set(place, name);
        return sql`${place}`;
      }).compile();
      const parameters = query.parameters.map((parameter) => {
        const name = places.get(parameter);
        return name === undefined ? () => parameter : (values: Values) => values[name];
      });
      return { query, parameters };
    });
  };
}

/** A statement as text, for `prepared`. */
export function compilable<Row>(db: Db, statement: RawBuilder<unknown>): Compilable<Row> {
  return { compile: () => statement.$castTo<Row>().compile(db) };
}

/** A statement, and its parameters for given values. */
interface Compiled<Values, Row> {
  readonly query: CompiledQuery<Row>;
  readonly parameters: readonly ((values: Values) => unknown)[];
}

/**
 * A query that is compiled once for each database, and run with other values each time. It is compiled by its first use:
 * most commands use few of them.
 */
export class PreparedQuery<Values, Row> {
  readonly #compile: (compiler: Db) => Compiled<Values, Row>;
  readonly #compiled: { [Database in keyof typeof compilers]?: Compiled<Values, Row> } = {};

  constructor(compile: (compiler: Db) => Compiled<Values, Row>) {
    this.#compile = compile;
  }

  /** The statement for SQLite. */
  get sql(): string {
    return this.#for('sqlite').query.sql;
  }

  /** The parameters of that statement for some values. */
  parameters(values: Values): readonly unknown[] {
    return parametersOf(this.#for('sqlite'), values);
  }

  /** Runs it. Returns all rows. @throws {StorageError} */
  async all(db: Db, values: Values): Promise<readonly Row[]> {
    return (await this.#run(db, values)).rows;
  }

  /** Runs it. Returns the first row. @throws {StorageError} */
  async first(db: Db, values: Values): Promise<Row | undefined> {
    return (await this.#run(db, values)).rows[0];
  }

  /** Runs it for each of some values, one after the other. Returns the first row that is found. @throws {StorageError} */
  async firstOf(db: Db, values: readonly Values[]): Promise<Row | undefined> {
    for (const each of values) {
      const row = await this.first(db, each);
      if (row !== undefined) return row;
    }
    return undefined;
  }

  /** Runs it. Returns the number of rows that it has changed. @throws {StorageError} */
  async change(db: Db, values: Values): Promise<number> {
    return Number((await this.#run(db, values)).numAffectedRows ?? 0n);
  }

  async #run(db: Db, values: Values): Promise<QueryResult<Row>> {
    const compiled = this.#for(isPostgres(db) ? 'postgres' : 'sqlite');
    return await db.executeQuery({ ...compiled.query, parameters: parametersOf(compiled, values) });
  }

  #for(database: keyof typeof compilers): Compiled<Values, Row> {
    this.#compiled[database] ??= this.#compile(compilers[database]);
    return this.#compiled[database];
  }
}

function parametersOf<Values>({ parameters }: Compiled<Values, unknown>, values: Values): readonly unknown[] {
  return parameters.map((parameter) => parameter(values));
}

import {
  type ColumnDefinitionNode,
  DataTypeNode,
  GeneratedNode,
  type KyselyPlugin,
  OperationNodeTransformer,
  type PluginTransformResultArgs,
  type QueryResult,
  RawNode,
  type RootOperationNode,
  sql,
  type UnknownRow,
} from 'kysely';
import type { Db, Tables } from '../tables.ts';
import type { ResultColumns } from './postgres-connection.ts';

/**
 * Gives the columns of the schema's steps the types that PostgreSQL needs for the same values: every integer has 64 bits,
 * texts compare by their bytes, and ids that count up are identities.
 */
export class PostgresColumnTypes implements KyselyPlugin {
  readonly #transformer = new ColumnTypes();

  transformQuery({ node }: { readonly node: RootOperationNode }): RootOperationNode {
    return this.#transformer.transformNode(node);
  }

  async transformResult({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    return result;
  }
}

class ColumnTypes extends OperationNodeTransformer {
  protected override transformColumnDefinition(node: ColumnDefinitionNode): ColumnDefinitionNode {
    const { dataType, autoIncrement, ...column } = super.transformColumnDefinition(node);
    const identity = autoIncrement ? { generated: GeneratedNode.create({ identity: true, byDefault: true }) } : {};
    return { ...column, ...identity, dataType: DataTypeNode.is(dataType) ? typeOf(dataType) : dataType };
  }
}

function typeOf(type: DataTypeNode): ColumnDefinitionNode['dataType'] {
  if (type.dataType === 'integer') return DataTypeNode.create('bigint');
  return type.dataType === 'text' ? RawNode.createWithSql('text COLLATE "C"') : type;
}

/** The columns of a row whose values are bigint. */
type ExactNames<Row> = { [Name in keyof Row]: bigint extends Row[Name] ? Name : never }[keyof Row];

type ExactTables = {
  readonly [Table in keyof Tables as [ExactNames<Tables[Table]>] extends [never] ? never : Table]: Readonly<
    Record<ExactNames<Tables[Table]>, true>
  >;
};

/** The columns whose values are bigint: the compiler rejects a list that is not complete. */
const exactTables: ExactTables = {
  tenants: { org_id: true },
  entries: { size: true, written_ticks: true, creation_ticks: true },
  uploads: { held: true, written_ticks: true, creation_ticks: true, last_offset: true, digest_held: true },
  policies: { value: true },
  share_credits: { bytes: true },
  mail_files: { size: true },
  extents: { at: true, size: true },
  tail: { at: true },
};

/** The columns that are read as bigint, by their numbers in the catalog. */
export class ExactColumns implements ResultColumns {
  readonly #columns = new Set<string>();

  isExact({ tableID, columnID }: { readonly tableID: number; readonly columnID: number }): boolean {
    return this.#columns.has(`${tableID}.${columnID}`);
  }

  /** Reads the numbers from the catalog. Call it after the migration. */
  async load(db: Db): Promise<void> {
    const { rows } = await sql<CatalogRow>`
      SELECT attrelid::int8 AS relation, attnum AS number, relname::text AS "table", attname::text AS "column"
      FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
      WHERE relkind = 'r' AND attnum > 0 AND pg_table_is_visible(pg_class.oid)
        AND relname = ANY (${Object.keys(exactTables)})`.execute(db);
    const exact = new Set(
      Object.entries(exactTables).flatMap(([table, columns]) => Object.keys(columns).map((name) => `${table}.${name}`)),
    );
    for (const { relation, number, table, column } of rows) {
      if (exact.has(`${table}.${column}`)) this.#columns.add(`${relation}.${number}`);
    }
  }
}

interface CatalogRow {
  readonly relation: number;
  readonly number: number;
  readonly table: string;
  readonly column: string;
}

import type { Migration } from './schema-steps.ts';

/** Sessions of the operator's page. */
export const operatorSessions: Migration = {
  name: 'operator-sessions',
  additive: true,
  async up(db) {
    const texts = ['name', 'subject', 'role'];
    const times = ['created_at', 'seen_at', 'expires_at'];
    let table = db.schema.createTable('operator_sessions').addColumn('hash', 'text', (column) => column.primaryKey());
    for (const name of texts) table = table.addColumn(name, 'text', (column) => column.notNull());
    for (const name of times) table = table.addColumn(name, 'integer', (column) => column.notNull());
    await table.execute();
  },
};

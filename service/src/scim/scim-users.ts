import { fold } from '../domain/account-names.ts';
import type { Access } from '../domain/check-credentials.ts';
import {
  type AccountRow,
  type By,
  changeOrganisationAccount,
  createOrganisationAccount,
  type GivenAccount,
  lockedAccount,
  wantedAccount,
} from '../domain/organisation-accounts.ts';
import { removeAccountIn, removeParts } from '../operator/remove-entries.ts';
import type { Content } from '../storage/content/content.ts';
import { ScimError } from './scim-error.ts';
import type { Comparison } from './scim-filter.ts';
import { givenOf, valuesOf } from './scim-user.ts';
import { stringValue, userValues, usualName, type Values } from './scim-values.ts';

/** Most users of a page. */
export const mostUsers = 200;

/** Columns by which users are found, each with the form in which it is compared. */
const filterColumns = {
  id: ['id', (text: string) => text],
  userName: ['user_name_folded', fold],
  externalId: ['external_id', (text: string) => text],
  emails: ['email_folded', fold],
  'emails.value': ['email_folded', fold],
} as const;

/** A page of users: `startIndex` begins with 1. */
export interface Page {
  readonly startIndex: number;
  readonly count: number;
}

/** The accounts of one tenant, as its directory maintains them. */
export class ScimUsers {
  readonly #state: Pick<Access, 'db' | 'commits' | 'now'>;
  readonly #store: Content;
  readonly #clientId: number;
  readonly #by: By;

  constructor(
    state: Pick<Access, 'db' | 'commits' | 'now'>,
    store: Content,
    { clientId, by }: { readonly clientId: number; readonly by: By },
  ) {
    this.#state = state;
    this.#store = store;
    this.#clientId = clientId;
    this.#by = by;
  }

  async find(id: string): Promise<AccountRow> {
    const [row] = (await this.list([{ attribute: 'id', value: id }], { startIndex: 1, count: 1 })).rows;
    if (row === undefined) throw notFound(id);
    return row;
  }

  /** A page of the accounts that a filter finds, in an order that stays, and their number. @throws {ScimError} */
  async list(
    filter: readonly Comparison[],
    { startIndex, count }: Page,
  ): Promise<{ readonly rows: readonly AccountRow[]; readonly total: number }> {
    let query = this.#state.db.selectFrom('accounts').where('client_id', '=', this.#clientId);
    for (const { attribute, value } of filter) {
      const usual = usualName(attribute, [...Object.keys(filterColumns), 'active']);
      if (usual === 'active' && typeof value === 'boolean') {
        query = query.where('deactivated_at', value ? 'is' : 'is not', null);
        continue;
      }
      const column = filterColumns[usual as keyof typeof filterColumns];
      if (column === undefined) throw new ScimError(400, `Users cannot be found by ${attribute}.`, 'invalidFilter');
      query = query.where(column[0], '=', column[1](stringValue(value, attribute) ?? ''));
    }
    const { total } = await query.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
    if (count === 0) return { rows: [], total };
    const rows = await query
      .selectAll()
      .orderBy('id')
      .limit(count)
      .offset(startIndex - 1)
      .execute();
    return { rows, total };
  }

  /** @throws {ScimError}, {@link Rejection} */
  async create(body: unknown): Promise<AccountRow> {
    const wanted = wantedAccount(givenOf(userValues(body), true));
    const { commits, now } = this.#state;
    return await commits.run((transaction) =>
      createOrganisationAccount(transaction, this.#clientId, wanted, { by: this.#by, now: now() }),
    );
  }

  /** Replaces the attributes of an account; without `active` it stays as active as it is. */
  async replace(id: string, body: unknown, check: (row: AccountRow) => void): Promise<AccountRow> {
    const values = userValues(body);
    return await this.#change(id, check, (row) => givenOf(values, row.deactivated_at === null));
  }

  async patch(id: string, change: (values: Values) => Values, check: (row: AccountRow) => void): Promise<AccountRow> {
    return await this.#change(id, check, (row) => givenOf(change(valuesOf(row)), row.deactivated_at === null));
  }

  async #change(
    id: string,
    check: (row: AccountRow) => void,
    given: (row: AccountRow) => GivenAccount,
  ): Promise<AccountRow> {
    const { commits, now } = this.#state;
    return await commits.run(async (transaction) => {
      const row = await lockedAccount(transaction, this.#clientId, id);
      if (row === undefined) throw notFound(id);
      check(row);
      const wanted = wantedAccount(given(row));
      return await changeOrganisationAccount(transaction, row, wanted, { by: this.#by, now: now() });
    });
  }

  /** Removes an account with its files, as `account remove` does. */
  async remove(id: string, check: (row: AccountRow) => void): Promise<void> {
    const { commits, now } = this.#state;
    const { removed } = await commits.run(async (transaction) => {
      const row = await lockedAccount(transaction, this.#clientId, id);
      if (row === undefined) throw notFound(id);
      check(row);
      return await removeAccountIn(transaction, row.user_name, now(), this.#by);
    });
    await removeParts(this.#store, removed);
  }
}

function notFound(id: string): ScimError {
  return new ScimError(404, `There is no User ${id.slice(0, 100)}.`);
}

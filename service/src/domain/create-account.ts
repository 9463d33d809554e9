import { Rejection } from '../common/rejection.ts';
import { newPassword } from '../secrets/passwords.ts';
import { findTaken, insertAccount } from '../storage/accounts.ts';
import { audit } from '../storage/audit-log.ts';
import { type ApiKey, type Promotion, redeemPromotion } from '../storage/credentials.ts';
import { emailAddress, userName } from './account-names.ts';
import { type Access, promotionRejected } from './check-credentials.ts';

/** Unchecked values of the request. */
export interface WantedAccount {
  readonly email: string | undefined;
  readonly userName: string | undefined;
  readonly password: string | undefined;
  readonly requestId: string;
}

/**
 * Creates an account with its root folder and uses a place of the promotion, in one transaction.
 *
 * @throws {Rejection}
 */
export async function createFromPromotion(
  { db, commits, passwords, now }: Access,
  apiKey: ApiKey,
  promotion: Promotion,
  wanted: WantedAccount,
): Promise<void> {
  const email = emailAddress(wanted.email);
  const name = userName(wanted.userName);
  const password = newPassword(wanted.password);
  // Saves the hashing; the database decides below.
  const taken = await findTaken(db, email, name);
  if (taken !== undefined) throw alreadyTaken(taken);
  const passwordHash = await passwords.hash(password);
  await commits.run(async (transaction) => {
    if (!(await redeemPromotion(transaction, promotion.id, now()))) throw promotionRejected();
    const account = await insertAccount(
      transaction,
      { clientId: promotion.clientId, email, userName: name, passwordHash },
      now(),
    );
    if (account === undefined) throw alreadyTaken((await findTaken(transaction, email, name)) ?? 'UserName');
    await audit(
      transaction,
      {
        actor: `api-key:${apiKey.name}`,
        action: 'account.created',
        subject: `account:${account.id}`,
        requestId: wanted.requestId,
        details: { promotion: promotion.name, clientId: promotion.clientId },
      },
      now(),
    );
  });
}

export function alreadyTaken(which: 'EmailAddress' | 'UserName'): Rejection {
  return new Rejection('AccountExists', `Another account has this ${which}.`);
}

import type {
  AccountCreateFreeFromPromotionRequest,
  AccountCreateFreeResult,
} from '@soapwright/generated/remote-file-service/server';
import { checkPromotion } from '../domain/check-credentials.ts';
import { createFromPromotion } from '../domain/create-account.ts';
import type { Context } from './context.ts';
import { resultOf } from './run-operation.ts';

/** Creates a new free user account from an API key and a promotion code. */
export async function AccountCreateFreeFromPromotion(
  request: AccountCreateFreeFromPromotionRequest,
  context: Context,
): Promise<AccountCreateFreeResult> {
  const rejected = (ErrorMessage: string): AccountCreateFreeResult => ({ ErrorMessage, Result: false });
  return await resultOf(context, { apiKey: request.API_KEY, rejected }, async (apiKey) => {
    const promotion = await checkPromotion(context, apiKey, request.PromoCode);
    await createFromPromotion(context.state, apiKey, promotion, {
      email: request.EmailAddress,
      userName: request.UserName,
      password: request.Password,
      requestId: context.requestId,
    });
    return { ErrorMessage: '', Result: true };
  });
}

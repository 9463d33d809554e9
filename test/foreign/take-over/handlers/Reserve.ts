import type { ReserveRequest, ReserveResponse } from '../generated/server.ts';
import type { Context } from './context.ts';
import { requireTicket, unknownArticle } from './faults.ts';

/** Reserves a quantity until an instant; price and reference are further results. */
export async function Reserve({ number, quantity }: ReserveRequest, context: Context): Promise<ReserveResponse> {
  requireTicket(context);
  const article = context.state.stock.find((one) => one.Number === number);
  if (article === undefined) throw unknownArticle(number ?? '');
  return {
    ReserveResult: quantity <= article.InStock,
    quantity: Math.min(quantity, article.InStock),
    price: (Number(article.Price) * quantity).toFixed(2),
    reference: '0f8fad5b-d9cb-469f-a165-70867728950e',
  };
}

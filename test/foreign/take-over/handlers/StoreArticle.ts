import { DateTime } from '@soapwright/runtime';
import type { Article, StoreArticleRequest } from '../generated/server.ts';
import type { Context } from './context.ts';
import { requireTicket, serverFault } from './faults.ts';

/** Stores an article and returns it with its id. */
export async function StoreArticle({ article }: StoreArticleRequest, context: Context): Promise<Article> {
  requireTicket(context);
  if (article === undefined) throw serverFault('Value cannot be null.\nParameter name: article');
  return { ...article, Id: 9007199254740993n, Stored: nextDay(article.Stored) };
}

/** Keeps the fraction and the offset, which a Date does not have. */
function nextDay(stored: DateTime): DateTime {
  const midnight = Date.UTC(stored.year, stored.month - 1, stored.day + 1);
  const day = new Date(midnight).toISOString().slice(0, 10);
  return DateTime.parse(stored.toString().replace(/^[^T]+/, day));
}

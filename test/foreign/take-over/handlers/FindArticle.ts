import { type Article, type FindArticleRequest, headers } from '../generated/server.ts';
import type { Context } from './context.ts';
import { requireTicket } from './faults.ts';

/** The article of a number, or nothing. */
export async function FindArticle({ number }: FindArticleRequest, context: Context): Promise<Article | undefined> {
  requireTicket(context);
  const calls = headers.Usage.of(context)?.Calls ?? 0;
  context.responseHeaderBlocks.push(headers.Usage.block({ $attributes: [], Calls: calls + 1 }));
  return context.state.stock.find((article) => article.Number === number);
}

import type { ArrayOfArticle, ListArticlesRequest } from '../generated/server.ts';
import type { Context } from './context.ts';
import { requireTicket } from './faults.ts';

/** The articles of some kinds; of all kinds without a list. */
export async function ListArticles({ kinds, atLeast }: ListArticlesRequest, context: Context): Promise<ArrayOfArticle> {
  requireTicket(context);
  const wanted: readonly string[] | undefined = kinds?.ArticleKind;
  const Article = context.state.stock
    .filter(({ Kind }) => wanted === undefined || wanted.includes(Kind))
    .filter(({ InStock }) => atLeast === null || InStock >= atLeast);
  return { Article };
}

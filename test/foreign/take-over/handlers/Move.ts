import type { MoveRequest, MoveResponse } from '../generated/server.ts';
import type { Context } from './context.ts';
import { headerFault, requireTicket, serverFault, unknownArticle } from './faults.ts';

/** Moves articles; fails in the way that the reason names. */
export async function Move({ numbers, reason }: MoveRequest, context: Context): Promise<MoveResponse> {
  requireTicket(context);
  if (reason === 'unknown') throw unknownArticle(numbers?.Number[0] ?? '');
  if (reason === 'header') throw headerFault('The ticket has expired.');
  if (reason === 'crash') throw serverFault('The crane is stuck.');
  return {};
}

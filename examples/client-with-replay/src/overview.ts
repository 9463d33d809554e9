import { faults, type TicketsClient } from '../generated/tickets/client.js';

/** One line for each ticket: its number, title and days open, or that there is none. */
export async function overview(
  client: TicketsClient,
  numbers: readonly bigint[],
  now: Date = new Date(),
): Promise<string> {
  const lines = numbers.map(async (number) => {
    try {
      const { title, status, opened } = await client.FindTicket({ number });
      const days = Math.floor((now.getTime() - opened.getTime()) / 86_400_000);
      return status === 'open' ? `${number} ${title}, open for ${days} days` : `${number} ${title}, closed`;
    } catch (error) {
      if (faults.NotFound.is(error)) return `${error.value.number} not found`;
      throw error;
    }
  });
  return (await Promise.all(lines)).join('\n');
}

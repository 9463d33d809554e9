import { createStockServer } from '@shop/contract/server';

const shelves = new Map([
  ['tea', [{ Name: 'Assam', Count: 12 }]],
  ['paper', [{ Name: 'A4', Count: 500 }]],
]);

export const stock = createStockServer(
  { ListArticles: async ({ Shelf }) => ({ Articles: shelves.get(Shelf) ?? [] }) },
  { state: {} },
);

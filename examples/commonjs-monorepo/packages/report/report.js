const { StockClient } = require('@shop/contract/client');

/** @param {string} shelf @param {string} [address] of the service; default that of the contract. */
exports.report = async (shelf, address) => {
  const { Articles } = await new StockClient({ address }).ListArticles({ Shelf: shelf });
  return Articles.map(({ Name, Count }) => `${Count} of ${Name}`).join('\n');
};

if (require.main === module) exports.report(process.argv[2] ?? 'tea').then(console.log);

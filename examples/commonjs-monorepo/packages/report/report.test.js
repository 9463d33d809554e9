const assert = require('node:assert');
const { test } = require('node:test');
const { stock } = require('@shop/api');
const { listen } = require('@soapwright/runtime/server/node');
const { report } = require('./report.js');

test('reports what the service has', async () => {
  const { url, close } = await listen(stock, { port: 0 });
  assert.equal(await report('tea', url), '12 of Assam');
  assert.equal(await report('wool', url), '');
  await close();
});

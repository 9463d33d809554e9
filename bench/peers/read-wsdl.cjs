// `node bench/peers/read-wsdl.cjs FILE`: node-soap reads a WSDL and makes a client. It generates no code.
const { createClientAsync } = require('soap');

createClientAsync(process.argv[2]).then(
  (client) => {
    if (Object.keys(client.describe()).length === 0) throw new Error('no service');
  },
  (error) => {
    console.error(error);
    process.exitCode = 1;
  },
);

// `node bench/wsdl.js`, after a build: only the generators that read a WSDL. It has the options of bench/run.js.
process.argv.splice(2, 0, '--only', 'wsdl');
await import('./run.js');

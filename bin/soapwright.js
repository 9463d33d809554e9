#!/usr/bin/env node
const { CodeCache } = require('./code-cache.js');
const { filename, load, readCode, run } = require('./start.js');

const built = readCode();
const cache = built === undefined ? CodeCache.open(filename) : undefined;
const script = load(built ?? cache?.read());
const isCached = script.cachedDataRejected === false;
// Runs that build: they have compiled what the next one needs.
const [command, ...options] = process.argv.slice(2);
if (cache !== undefined && !isCached && /^(generate|check)$/.test(command) && !options.includes('--no-cache'))
  process.on('exit', (exitCode) => exitCode < 2 && cache.write(script.createCachedData()));
run(script);

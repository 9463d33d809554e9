#!/usr/bin/env node
const { CodeCache, cacheFolder } = require('./code-cache.js');
const { compile, readCode, readProgram, run } = require('./start.js');

// Runs that build: they have compiled what the next one needs.
const [command, ...options] = process.argv.slice(2);
const program = readProgram();
const built = readCode();
const folder =
  built !== undefined || options.includes('--no-cache') ? undefined : cacheFolder(process.env, process.platform);
const cache = folder === undefined ? undefined : new CodeCache(folder, program);
const script = compile(program, built ?? cache?.read());
if (cache !== undefined && script.cachedDataRejected !== false && /^(generate|check|call)$/.test(command))
  process.on('exit', (exitCode) => exitCode < 2 && cache.write(script.createCachedData()));
run(script);

#!/usr/bin/env node
const { compiledCode, load, run } = require('./start.js');

run(load(compiledCode()));

#!/usr/bin/env node
const { load, readCodeCache, run } = require('./start.js');

run(load(readCodeCache()));

#!/usr/bin/env node
import { runUploadCommand } from '../dist/node/command.js';

process.exitCode = await runUploadCommand(process.argv.slice(2));

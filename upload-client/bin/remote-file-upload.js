#!/usr/bin/env node
import { runUploadCommand } from '../dist/command.js';

process.exitCode = await runUploadCommand(process.argv.slice(2));

import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import { loadNouns } from '../provisioning/load.ts';
import { provision } from '../provisioning/provision.ts';
import { secretsBeside } from '../provisioning/secret.ts';
import { runService } from '../service/run-service.ts';
import { demoText } from './demo-text.ts';
import { type Flags, loggerOf, readText, settingsOf, withServeFlags } from './options.ts';
import { untilStopped } from './serve.ts';

/** The same place from the sources and from what is built. */
const demoFile = fileURLToPath(new URL('../../demo.yaml', import.meta.url));

export function addDemo(program: Command): void {
  withServeFlags(program.command('demo'))
    .description('provision the demonstration, serve it, and print what to try')
    .action(async (flags: Flags) => {
      // PORT is what hosts of programs commonly set.
      const port = flags.port ?? (process.env.RFS_PORT || process.env.PORT);
      const settings = settingsOf(port ? { ...flags, port } : flags, process.env, { rateLimit: false });
      const loaded = loadNouns(readText(demoFile, 'the demonstration'), demoFile, secretsBeside(demoFile));
      const log = loggerOf(settings);
      const running = await runService(settings, log, process.env);
      try {
        await provision(running.service.state, loaded);
      } catch (error) {
        await running.stop();
        throw error;
      }
      process.stdout.write(demoText(running.url, loaded.nouns));
      await untilStopped(running);
    });
}

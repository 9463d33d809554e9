import type { Command } from 'commander';
import { exitCodes, type Outcome } from './exit.ts';
import { type Flags, settingsOf, withServeFlags } from './options.ts';
import { jsonLine, print } from './output.ts';

interface DoctorFlags extends Flags {
  readonly deep?: boolean;
  readonly online?: boolean;
  readonly json?: boolean;
}

export function addDoctor(program: Command, outcome: Outcome): void {
  // The flags of serve: what it would be started with is looked at too.
  withServeFlags(program.command('doctor'))
    .option('--deep', 'read the content of every file')
    .option('--online', 'ask identity providers whether they are there')
    .option('--json', 'one JSON object a line')
    .description('look for what is wrong with the data folder and the settings, and change nothing')
    .action(async (flags: DoctorFlags) => {
      const settings = settingsOf(flags, process.env);
      const [{ examine }, { givenKey }] = await Promise.all([
        import('../operator/doctor/doctor.ts'),
        import('../server/open-with.ts'),
      ]);
      const { deep = false, online = false } = flags;
      const serviceKey = await givenKey(settings, process.env);
      const { findings, content } = await examine({ settings, serviceKey, deep, online });
      for (const finding of findings) {
        const { severity, code, message, remedy } = finding;
        await print(flags.json ? jsonLine(finding) : `${severity} ${code}: ${message}\n  ${remedy}\n`);
      }
      if (findings.length > 0) outcome.exitCode = exitCodes.findings;
      else if (!flags.json) await print(`Nothing found. files: ${content?.files}, bytes: ${content?.bytes}\n`);
    });
}

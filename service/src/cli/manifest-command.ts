import type { Command } from 'commander';
import { OperatorError } from '../operator/operator-context.ts';
import { type Flags, withData, withDataFlags } from './command-options.ts';
import { exitCodes, type Outcome, print } from './command-output.ts';
import { readSince } from './read-since.ts';

const day = 86_400_000;

interface MakeFlags extends Flags {
  readonly day?: string;
  readonly since?: string;
  readonly key: string;
  readonly previous?: string;
  readonly output: string;
  readonly force?: boolean;
}

interface VerifyFlags {
  readonly key: string;
  readonly previous?: string;
  readonly files?: string;
}

export function addManifest(program: Command, outcome: Outcome): void {
  const group = program
    .command('manifest')
    .description("sign a list of a day's files and changes, and verify it anywhere");
  withDataFlags(group.command('make'))
    .option('--day <day>', 'a day in UTC, such as 2026-01-31 (default: yesterday)')
    .option('--since <time>', 'up to now, from a day, a time with its zone, or a time ago: 24h')
    .requiredOption('--key <file>', 'private key (PEM, Ed25519)')
    .option('--previous <manifest>', 'the manifest before this one, whose SHA-256 it names')
    .requiredOption('-o, --output <file>', 'where to write it; the signature goes beside it, with .sig')
    .option('--force', 'replace existing files')
    .description('write the manifest of a day, or of the time until now, with its signature')
    .action(async ({ day: text, since, key, previous, output, force = false, ...flags }: MakeFlags) => {
      if (text !== undefined && since !== undefined) {
        throw new OperatorError('invalid-argument', 'Name a day, or use --since, but not both.');
      }
      const { makeManifest } = await import('../operator/manifest/make-manifest.ts');
      const made = await withData(
        flags,
        ({ state: { db, now } }) => {
          const period = periodOf(text, since, now());
          return makeManifest(db, { ...period, keyFile: key, previous, output, force }, now());
        },
        { writesFiles: true },
      );
      await print(`files: ${made.files}\nentries: ${made.entries}\nsha256: ${made.sha256}\n`);
    });
  group
    .command('verify')
    .argument('<manifest>', 'a manifest, with its signature beside it')
    .requiredOption('--key <file>', 'public key (PEM, Ed25519)')
    .option('--previous <manifest>', 'the manifest before it')
    .option('--files <folder>', 'a folder of files export / , whose files are compared')
    .description('verify a manifest, also without a data folder')
    .action(async (manifest: string, { key: keyFile, previous, files }: VerifyFlags) => {
      const { verifyManifest } = await import('../operator/manifest/verify-manifest.ts');
      const { from, until, listed, matching, problems } = await verifyManifest({ manifest, keyFile, previous, files });
      const compared = files === undefined ? '' : `as listed: ${matching}\n`;
      if (problems.length > 0) outcome.exitCode = exitCodes.findings;
      const result = problems.length === 0 ? 'The manifest is valid.' : problems.join('\n');
      await print(`from: ${from}\nuntil: ${until}\nfiles: ${listed}\n${compared}${result}\n`);
    });
}

/** From and until, in milliseconds since 1970. */
function periodOf(text: string | undefined, since: string | undefined, now: number) {
  if (since !== undefined) return { from: readSince(since, now), until: now };
  const from = text === undefined ? Math.floor(now / day - 1) * day : readDay(text);
  return { from, until: from + day };
}

/** Milliseconds since 1970. */
function readDay(text: string): number {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : Number.NaN;
  // Date.parse converts 31 February to a day in March.
  if (!Number.isNaN(time) && new Date(time).toISOString().startsWith(text)) return time;
  throw new OperatorError('invalid-argument', `${JSON.stringify(text)} is not a day, such as 2026-01-31.`);
}

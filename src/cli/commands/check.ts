import { check } from '../../generate/index.ts';
import { chooseTargets, type GenerateFlags, generateCommand, memoryFor } from '../options.ts';
import { failed, files, print } from '../print.ts';
import { spareMemory } from '../spare-memory.ts';
import type { Terminal } from '../terminal.ts';
import { stages } from './stages.ts';

export async function runCheck(options: GenerateFlags, terminal: Terminal): Promise<number> {
  const memory = memoryFor(options);
  const { config, diagnostics, sources } = await chooseTargets(options, memory);
  if (config === undefined) return print(failed(diagnostics, sources), options, terminal);
  spareMemory(config.targets);
  const command = generateCommand(options);
  const { exitCode, findings, unchanged, ...result } = await check(config.targets, {
    current: process.cwd(),
    environment: process.env,
    memory,
    command,
    onStage: stages(options, terminal),
  });
  const summary =
    findings.length > 0
      ? `${files(findings.length)} not up to date. Run: ${command}`
      : exitCode === 0
        ? `All ${files(unchanged)} up to date.`
        : undefined;
  return print(
    {
      exitCode,
      files: findings.map(({ kind, file, diff }) => ({ what: kind, file, diff })),
      diagnostics: [...diagnostics, ...result.diagnostics],
      sources: new Map([...sources, ...result.sources]),
      summary,
    },
    options,
    terminal,
  );
}

import { generate } from '../../generate/index.ts';
import { chooseTargets, type GenerateFlags, memoryFor } from '../options.ts';
import { failed, files, print } from '../print.ts';
import { spareMemory } from '../spare-memory.ts';
import type { Terminal } from '../terminal.ts';
import { stages } from './stages.ts';

const kinds = { create: 'created', update: 'updated', delete: 'deleted' } as const;

export async function runGenerate(options: GenerateFlags, terminal: Terminal): Promise<number> {
  const memory = memoryFor(options);
  const { config, diagnostics, sources } = await chooseTargets(options, memory);
  if (config === undefined) return print(failed(diagnostics, sources), options, terminal);
  spareMemory(config.targets);
  const dryRun = options.dryRun === true;
  const result = await generate(config.targets, {
    current: process.cwd(),
    environment: process.env,
    memory,
    force: options.force === true,
    dryRun,
    patience: (options.wait ?? 10) * 1000,
    onStage: stages(options, terminal),
  });
  const changed = result.changes.length;
  const done = dryRun ? 'Would write' : 'Wrote';
  const summary =
    changed === 0
      ? `Nothing to do: ${files(result.unchanged)} unchanged.`
      : `${done} ${files(changed)}, ${result.unchanged} unchanged.`;
  return print(
    {
      exitCode: result.exitCode,
      files: result.changes.map(({ kind, shown }) => ({ what: kinds[kind], file: shown })),
      diagnostics: [...diagnostics, ...result.diagnostics],
      sources: new Map([...sources, ...result.sources]),
      summary: result.exitCode < 2 ? summary : 'Nothing was written.',
    },
    options,
    terminal,
  );
}

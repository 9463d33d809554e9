import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { exitCodeOf } from '../../diagnostics/index.ts';
import { renderText } from '../../diagnostics/reports/text.ts';
import { loadContract } from './load.ts';
import { readSource } from './source.ts';

// Each folder contains a contract with mistakes and the expected diagnostics. `vitest -u` rewrites expected.txt.
const folder = fileURLToPath(new URL('../../../test/fixtures/contracts', import.meta.url));

for (const name of readdirSync(folder)) {
  it(`reports the mistakes of ${name}`, async () => {
    const { source } = readSource(join(folder, name, 'contract.yaml'), 'contract.yaml');
    if (source === undefined) throw new Error(`${name} has no contract.yaml`);
    const read = (file: string) => readSource(join(folder, name, file), file);
    const { contract, diagnostics, sources } = loadContract(source, { read });
    expect(contract === undefined).toBe(exitCodeOf(diagnostics) >= 2);
    for (const { message, file, line = 0, column = 0 } of diagnostics)
      expect([message, file !== undefined && line > 0 && column > 0]).toEqual([message, true]);
    const shown = renderText(diagnostics, { sources });
    await expect(`${shown}\nexit code ${exitCodeOf(diagnostics)}\n`).toMatchFileSnapshot(
      join(folder, name, 'expected.txt'),
    );
  });
}

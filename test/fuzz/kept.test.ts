import { describe, expect, it } from 'vitest';
import { filesOf } from './corpus-files.ts';
import { targets } from './target/index.ts';

describe.each(Object.keys(targets))('saved inputs of the target %s', (name) => {
  const target = targets[name];

  it.each(filesOf('regressions', name))('regression: $name', ({ bytes }) => {
    expect(() => target?.run(bytes)).not.toThrow();
  });

  it('show no new difference', () => {
    const files = filesOf('corpus', name);
    expect(files.length).toBeGreaterThan(5);
    for (const file of files) expect(() => target?.run(file.bytes), file.name).not.toThrow();
  });
});

import { readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const folder = fileURLToPath(new URL('../../service/dist/tracing/', import.meta.url));

/** Modules that a compiled module imports. */
const importsOf = (file: string): readonly string[] => {
  const text = readFileSync(folder + file, 'utf8');
  return [...text.matchAll(/\b(?:from|import|require) ?\(?["']([\w@./:-]+)["']/g)].map(([, name = '']) => name);
};

describe('the bundle of OpenTelemetry in the service', () => {
  it('imports modules of Node alone, and has its licences beside it', () => {
    const names = importsOf('open-telemetry.js');
    expect(names).toContain('node:async_hooks');
    expect(names.filter((name) => !isBuiltin(name))).toEqual([]);
    const licences = readFileSync(`${folder}OPEN-TELEMETRY-LICENSES.txt`, 'utf8');
    for (const name of ['api', 'core', 'sdk-trace-base', 'exporter-trace-otlp-http']) {
      expect(licences).toMatch(new RegExp(`^@opentelemetry/${name} [\\d.]+ \\(Apache-2\\.0\\)$`, 'm'));
    }
  });

  it('is the only module of traces with packages', () => {
    const others = readdirSync(folder).filter((name) => name.endsWith('.js') && name !== 'open-telemetry.js');
    expect(others).toContain('tracer.js');
    for (const file of others)
      expect(importsOf(file).filter((name) => !name.startsWith('.') && !isBuiltin(name))).toEqual([]);
  });
});

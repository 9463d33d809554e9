import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { resolveService } from '../contract/index.ts';
import { contractFile } from '../schema/testing.ts';
import { printPages } from './pages.ts';

const golden = fileURLToPath(new URL('../../test/golden/everything/contract.yaml', import.meta.url));
const service = resolveService(contractFile(golden));
const options = { source: 'contract.yaml', importExtension: 'ts' } as const;

describe('pages.ts', () => {
  it('leaves out what only says the default', () => {
    const text = [...printPages(service, options).pieces].join('');
    expect(text).toContain('optional: true');
    expect(text.match(/\b(?:\w+: false|doc: ''),/g)).toBeNull();
  });

  it('is made an operation and a record at a time', () => {
    const description = [...printPages(service, options).pieces];
    const { operations, messages } = service;
    expect(description.length).toBeGreaterThan(operations.length + messages.length);
  });
});

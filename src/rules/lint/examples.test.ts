import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { completeExample } from '../../../test/support/generator/contract-parts.ts';
import { loadContract } from '../../contract/yaml/index.ts';
import { lint } from './lint.ts';
import { defaultSettings } from './lint-settings.ts';
import { rules } from './rule-catalogue.ts';

function load(text: string, file = 'contract.yaml') {
  const { contract, diagnostics } = loadContract({ file, text });
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  if (contract === undefined) throw new Error(`${file} does not load.`);
  return contract;
}

describe.each(rules.map((rule) => [rule.id, rule] as const))('%s', (id, { example, severity, remedy }) => {
  const settings = { ...defaultSettings, use: [id] };

  it('has a finding in its first example, with a position', () => {
    const { findings } = lint(load(completeExample(example.before)), settings);
    expect(findings.length).toBeGreaterThan(0);
    for (const finding of findings) {
      expect(finding).toMatchObject({ code: id, severity, remedy, file: 'contract.yaml' });
      expect(finding.line).toBeGreaterThan(0);
      expect(finding.path).toMatch(/^\w/);
      expect(finding.message).toMatch(/^[A-Z].*\.$/);
    }
  });

  it('has no finding in its second example', () => {
    expect(lint(load(completeExample(example.after)), settings).findings).toEqual([]);
  });
});

describe('the Remote File Service', () => {
  const contract = load(readFileSync(new URL('../../../schema/remote-file-service.yaml', import.meta.url), 'utf8'));
  const found = (use: string) => lint(contract, { ...defaultSettings, use: [use] }).findings;

  it('has no error and few other findings, without fixes', () => {
    expect(found('recommended').map(({ severity, code, path }) => `${severity} ${code} ${path}`)).toEqual([
      'info field-case operations/AppendChunkWithFolderAccessKey/request/isLastChunk',
      'info field-case operations/AccountCreateFreeFromPromotion/request/API_KEY',
      'info field-spelling operations/GetAPIURL/request/ClientId',
      'warning element-type-clash records/SSOLoginURL',
    ]);
    expect(found('minimal')).toEqual([]);
  });

  it('marks all secrets, and is local by default', () => {
    expect(found('security')).toEqual([]);
  });

  it('has nothing worse than hints in the strict preset but the one warning', () => {
    expect(
      found('strict')
        .filter(({ severity }) => severity !== 'info')
        .map(({ code }) => code),
    ).toEqual(['element-type-clash']);
  });
});

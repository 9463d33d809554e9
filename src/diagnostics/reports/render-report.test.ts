import { describe, expect, it } from 'vitest';
import type { MachineFormat } from './formats.ts';
import { renderReport } from './render-report.ts';
import type { ComponentDiagnostic, RunReport } from './run-report.ts';

const folders = { current: '/nowhere', root: '/nowhere' };
const source = 'soapwright: 1\nservice: A\nrecords:\n  Order: { Id: strng }\n';

/** An error with a suggestion and a related place. */
const unknownType: ComponentDiagnostic = {
  code: 'SW1304',
  severity: 'error',
  exit: 2,
  message: '100% of "strng" <is> unknown.',
  remedy: 'Built in are: string, int.',
  suggestion: 'string',
  file: 'my contract.yaml',
  line: 4,
  column: 16,
  length: 5,
  endLine: 4,
  endColumn: 21,
  related: [{ file: 'my contract.yaml', line: 3, column: 1, endLine: 3, endColumn: 8, message: 'See here.' }],
  edits: [{ file: 'my contract.yaml', line: 4, column: 16, endLine: 4, endColumn: 21, text: 'string' }],
};

/** A finding of a rule about two lines. */
const finding: ComponentDiagnostic = {
  code: 'record-doc',
  severity: 'warning',
  exit: 0,
  message: 'The record "Order" has no doc.',
  file: 'my contract.yaml',
  line: 3,
  column: 1,
  endLine: 4,
  endColumn: 23,
  path: 'records/Order',
};

const nowhere: ComponentDiagnostic = { code: 'SW7003', severity: 'error', exit: 1, message: 'Too many, line\nfeed.' };

const report: RunReport = {
  command: 'lint',
  exitCode: 2,
  files: [{ what: 'stale', file: 'out/types.ts', diff: ['-a', '+b'] }],
  diagnostics: [unknownType, finding, nowhere],
  sources: new Map([['my contract.yaml', source]]),
  ruleOf: (id) =>
    id === 'record-doc'
      ? {
          summary: 'Each record has a doc.',
          why: 'People read it.',
          severity: 'warning',
          helpUri: 'https://a.example/',
        }
      : undefined,
  details: { contracts: 1 },
};

const empty: RunReport = { command: 'check', exitCode: 0, diagnostics: [] };

function rendered(format: MachineFormat, of: RunReport = report): string {
  return renderReport(of, format, folders);
}

function parsed(format: MachineFormat, of: RunReport = report) {
  return JSON.parse(rendered(format, of));
}

describe('json', () => {
  it('is one document with a version, the command and further details', () => {
    expect(parsed('json')).toEqual({
      version: 1,
      command: 'lint',
      exitCode: 2,
      files: report.files,
      diagnostics: report.diagnostics,
      contracts: 1,
    });
    expect(parsed('json', empty)).toEqual({ version: 1, command: 'check', exitCode: 0, files: [], diagnostics: [] });
  });
});

describe('github', () => {
  it('is a workflow command for each diagnostic, with related places and the remedy', () => {
    expect(rendered('github').split('\n')).toEqual([
      '::error file=my contract.yaml,line=4,endLine=4,col=16,endColumn=21,title=SW1304::100%25 of "strng" <is> unknown.%0Amy contract.yaml:3:1 See here.%0ABuilt in are: string, int.',
      '::warning file=my contract.yaml,line=3,endLine=4,title=record-doc::The record "Order" has no doc.',
      '::error title=SW7003::Too many, line%0Afeed.',
      '',
    ]);
    expect(rendered('github', empty)).toBe('');
  });

  it('escapes what separates properties, and prints hints as notices', () => {
    const hint = { ...finding, severity: 'info', file: 'a:b,c.yaml' } as const;
    expect(rendered('github', { ...report, diagnostics: [hint] })).toContain('::notice file=a%3Ab%2Cc.yaml,');
  });
});

describe('gitlab', () => {
  it('is a list of issues with place and severity', () => {
    expect(parsed('gitlab')).toMatchObject([
      {
        check_name: 'SW1304',
        description: '100% of "strng" <is> unknown.',
        severity: 'critical',
        location: { path: 'my contract.yaml', lines: { begin: 4, end: 4 } },
      },
      { check_name: 'record-doc', severity: 'minor', location: { lines: { begin: 3, end: 4 } } },
      { check_name: 'SW7003', severity: 'major', location: { path: '.', lines: { begin: 1, end: 1 } } },
    ]);
    expect(rendered('gitlab', empty)).toBe('[]\n');
  });

  const fingerprints = (of: RunReport): string[] =>
    parsed('gitlab', of).map(({ fingerprint }: { fingerprint: string }) => fingerprint);

  it('has fingerprints that stay when lines move', () => {
    const moved: RunReport = {
      ...report,
      diagnostics: [{ ...unknownType, line: 6, endLine: 6 }],
      sources: new Map([['my contract.yaml', `# comment\n\n${source}`]]),
    };
    expect(fingerprints(moved)).toEqual(fingerprints({ ...report, diagnostics: [unknownType] }));
  });

  it('has fingerprints that differ by file, message and place in the text', () => {
    const other = { ...unknownType, message: 'Other.' };
    const elsewhere = { ...unknownType, file: 'b.yaml' };
    const diagnostics = [unknownType, other, elsewhere, unknownType];
    expect(new Set(fingerprints({ ...report, diagnostics })).size).toBe(4);
  });
});

describe('junit', () => {
  it('has a suite for each file, in which errors fail and warnings pass', () => {
    expect(rendered('junit').split('\n')).toEqual([
      '<?xml version="1.0" encoding="UTF-8"?>',
      '<testsuites name="soapwright lint" tests="3" failures="1" errors="1">',
      '  <testsuite name="my contract.yaml" tests="2" failures="0" errors="1">',
      '    <testcase name="SW1304 my contract.yaml:4:16" classname="my contract.yaml" file="my contract.yaml" line="4">',
      '      <error type="SW1304" message="100% of &quot;strng&quot; &lt;is&gt; unknown.">my contract.yaml:4:16 error SW1304: 100% of &quot;strng&quot; &lt;is&gt; unknown.',
      'my contract.yaml:3:1 See here.',
      'Built in are: string, int.</error>',
      '    </testcase>',
      '    <testcase name="record-doc my contract.yaml:3:1" classname="my contract.yaml" file="my contract.yaml" line="3">',
      '      <system-out>my contract.yaml:3:1 warning record-doc: The record &quot;Order&quot; has no doc.</system-out>',
      '    </testcase>',
      '  </testsuite>',
      '  <testsuite name="soapwright lint" tests="1" failures="1" errors="0">',
      '    <testcase name="SW7003" classname="soapwright">',
      '      <failure type="SW7003" message="Too many, line&#10;feed.">error SW7003: Too many, line',
      'feed.</failure>',
      '    </testcase>',
      '  </testsuite>',
      '</testsuites>',
      '',
    ]);
  });

  it('has one test case that passes if nothing fails', () => {
    expect(rendered('junit', { ...report, diagnostics: [finding] })).toContain('tests="2" failures="0" errors="0"');
    expect(rendered('junit', empty).split('\n').slice(1)).toEqual([
      '<testsuites name="soapwright check" tests="1" failures="0" errors="0">',
      '  <testsuite name="soapwright check" tests="1" failures="0" errors="0">',
      '    <testcase name="soapwright check"/>',
      '  </testsuite>',
      '</testsuites>',
      '',
    ]);
  });

  it('has no characters that XML forbids', () => {
    const message = 'a\u0000b\u001Bc\uFFFEd\uD800e';
    const text = rendered('junit', { ...report, diagnostics: [{ ...nowhere, message }] });
    expect(text).toContain('a\\u{0}b\\u{1B}c\\u{FFFE}d\\u{D800}e');
  });
});

describe('sarif', () => {
  it('has results with place, related place, fix and fingerprint', () => {
    const [run] = parsed('sarif').runs;
    const artifactLocation = { uri: 'my%20contract.yaml', uriBaseId: '%SRCROOT%' };
    expect(run.results[0]).toEqual({
      ruleId: 'SW1304',
      ruleIndex: 0,
      level: 'error',
      message: { text: '100% of "strng" <is> unknown. Built in are: string, int.' },
      locations: [{ physicalLocation: { artifactLocation, region: { startLine: 4, startColumn: 16, endColumn: 21 } } }],
      relatedLocations: [
        {
          id: 0,
          message: { text: 'See here.' },
          physicalLocation: { artifactLocation, region: { startLine: 3, startColumn: 1, endColumn: 8 } },
        },
      ],
      fixes: [
        {
          description: { text: 'Write "string".' },
          artifactChanges: [
            {
              artifactLocation,
              replacements: [
                {
                  deletedRegion: { startLine: 4, startColumn: 16, endLine: 4, endColumn: 21 },
                  insertedContent: { text: 'string' },
                },
              ],
            },
          ],
        },
      ],
      partialFingerprints: { 'soapwright/v1': expect.stringMatching(/^[\da-f]{32}$/) },
    });
    expect(run.results[1]).toMatchObject({
      locations: [
        {
          physicalLocation: { region: { startLine: 3, startColumn: 1, endLine: 4, endColumn: 23 } },
          logicalLocations: [{ fullyQualifiedName: 'records/Order' }],
        },
      ],
    });
    expect(run.results[2]).not.toHaveProperty('locations');
  });

  it('describes rules and codes, each with a page', () => {
    const [{ tool, invocations, automationDetails }] = parsed('sarif').runs;
    expect(tool.driver.rules).toMatchObject([
      {
        id: 'SW1304',
        shortDescription: { text: 'There is no type "<type>".' },
        helpUri: expect.stringMatching(/^https:/),
      },
      { id: 'record-doc', fullDescription: { text: 'People read it.' }, helpUri: 'https://a.example/' },
      { id: 'SW7003', defaultConfiguration: { level: 'error' } },
    ]);
    expect(invocations).toEqual([{ executionSuccessful: false, exitCode: 2 }]);
    expect(automationDetails).toEqual({ id: 'soapwright/lint/' });
    expect(parsed('sarif', empty).runs[0]).toMatchObject({ results: [], invocations: [{ executionSuccessful: true }] });
  });
});

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { configuration, contract, Project } from './cli.ts';

const soap = 'http://schemas.xmlsoap.org/soap/envelope/';
const request = `<s:Envelope xmlns:s="${soap}">
  <s:Body>
    <Greet xmlns="https://example.com/v1/"><Nickname>you</Nickname></Greet>
  </s:Body>
</s:Envelope>
`;

let project: Project;

beforeEach(() => {
  project = new Project();
  project.write({ 'soapwright.yaml': configuration, 'greeter.yaml': contract('Greet', 'Part') });
});

afterEach(() => project.remove());

describe('soapwright samples', () => {
  it('prints the messages of an operation as its page shows them', () => {
    const { exitCode, stdout, stderr } = project.run('samples', 'Part');
    expect([exitCode, stderr]).toEqual([0, '']);
    expect(stdout.match(/^### .*$/gm)).toEqual([
      '### Part: request, SOAP 1.1',
      '### Part: response, SOAP 1.1',
      '### Part: request, SOAP 1.2',
      '### Part: response, SOAP 1.2',
    ]);
    expect(stdout).toContain('POST /v1/greeter.asmx HTTP/1.1\nHost: localhost:8080\n');
    expect(stdout).toContain('    <Part xmlns="https://example.com/v1/">\n      <Name>string</Name>\n    </Part>\n');
  });

  it('prints them as JSON', () => {
    const { samples } = JSON.parse(project.run('samples', 'Greet', '--format', 'json').stdout);
    expect(samples).toHaveLength(4);
    expect(samples[0]).toMatchObject({ operation: 'Greet', version: '1.1', kind: 'request', fault: '' });
    expect(samples[0].envelope).toMatch(/^<\?xml/);
  });

  it('writes the envelopes to files, which deviate in nothing', () => {
    const first = project.run('samples', '-o', 'samples');
    expect([first.exitCode, first.stderr]).toEqual([0, 'Wrote 8 files, 0 unchanged.\n']);
    expect(first.stdout).toContain('created  samples/Greet-request-1.1.xml\n');
    expect(project.run('samples', '-o', 'samples').stderr).toBe('Wrote 0 files, 8 unchanged.\n');
    const compared = project.run('samples', '--from', 'samples');
    expect([compared.exitCode, compared.stderr]).toEqual([0, '8 messages read. Nothing deviates.\n']);
  });

  it('overwrites a file with another content only by --force', () => {
    project.write({ 'samples/Greet-request-1.1.xml': 'mine' });
    const { exitCode, stderr } = project.run('samples', 'Greet', '-o', 'samples');
    expect([exitCode, Object.keys(project.files()).length]).toEqual([2, 3]);
    expect(stderr).toContain('error SW9004: samples/Greet-request-1.1.xml exists with another content.');
    expect(project.run('samples', 'Greet', '-o', 'samples', '--force').exitCode).toBe(0);
    expect(project.read('samples/Greet-request-1.1.xml')).toMatch(/^<\?xml/);
  });
});

describe('soapwright samples --from', () => {
  it('reports each deviation with its place, and the operations', () => {
    project.write({
      'traffic/a-request.xml': request,
      'traffic/deep/picture.svg': '<svg/>',
      'traffic/b.xml': '<svg/>',
    });
    const { exitCode, stdout, stderr } = project.run('samples', '--from', 'traffic');
    expect(exitCode).toBe(1);
    expect(stdout).toBe(
      `traffic/a-request.xml:3:44 error SW9201: Greet request, Greet/Nickname: the contract has no such element here.

operation  requests  responses  faults  deviating
Greet             1          0       0          1
Never seen: Part
`,
    );
    expect(stderr).toBe('1 message read, 1 file or entry without SOAP. Run `soapwright explain CODE` for details.\n');
  });

  it('prints only deviations with --quiet', () => {
    project.write({ 'a.xml': request });
    const { stdout, stderr } = project.run('samples', '--from', 'a.xml', '--quiet');
    expect([stdout.split('\n').length, stderr]).toEqual([2, '']);
  });

  it('prints JSON and annotations of GitHub', () => {
    project.write({ 'a.xml': request });
    const json = JSON.parse(project.run('samples', '--from', 'a.xml', '--format', 'json').stdout);
    expect(json).toMatchObject({
      exitCode: 1,
      messages: 1,
      others: 0,
      diagnostics: [
        { code: 'SW9201', kind: 'unknown-element', path: 'Greet/Nickname', count: 1, file: 'a.xml', line: 3 },
      ],
      operations: [
        { name: 'Greet', requests: 1 },
        { name: 'Part', requests: 0 },
      ],
    });
    const { stdout } = project.run('samples', '--from', 'a.xml', '--format', 'github');
    expect(stdout).toMatch(/^::error file=a\.xml,line=3,.*col=44,.*SW9201/);
  });

  it('reads several paths, and messages with their HTTP heads', () => {
    const http = `POST /v1/greeter.asmx HTTP/1.1\nSOAPAction: "wrong"\n\n${request}`;
    const archive = { log: { entries: [{ request: { postData: { text: request } } }] } };
    project.write({ 'a.http': http, 'b.har': JSON.stringify(archive), 'c.xml': request });
    const { stdout } = project.run('samples', '--from', 'a.http', '--from', 'b.har', '--from', 'c.xml');
    expect(stdout).toContain('a.http error SW9214: Greet request, SOAPAction: it is "wrong"');
    expect(stdout).toContain('a.http:6:44 error SW9201: Greet request, Greet/Nickname:');
    expect(stdout).toContain('(3 times in 3 messages)');
  });
});

describe('wrong arguments of soapwright samples', () => {
  it.each<[string, readonly string[], number, string]>([
    ['an unknown operation', ['Gret'], 2, 'SW9001: The contract has no operation "Gret". Did you mean "Greet"?'],
    [
      'an operation beside --from',
      ['Greet', '--from', 'x'],
      2,
      'SW9005: An operation cannot be given together with --from.',
    ],
    ['--out beside --from', ['--from', 'x', '-o', 'y'], 2, 'SW9005: --out cannot be given together with --from.'],
    ['--force alone', ['--force'], 2, 'SW9006: The option --force needs --out.'],
    ['a missing file', ['--from', 'missing.xml'], 3, 'SW1001: There is no file missing.xml.'],
    [
      'a file without messages',
      ['--from', 'greeter.yaml'],
      2,
      'SW9101: There is no SOAP message in greeter.yaml: 1 file read.',
    ],
    ['a file other than an archive', ['--from', 'a.har'], 2, 'SW9102: a.har is not an HTTP Archive.'],
    ['a contract that is missing', ['--schema', 'no.yaml'], 3, 'SW1001: There is no file no.yaml.'],
    ['an empty folder name', ['-o', ''], 2, "option '-o, --out <folder>' argument '' is invalid."],
    ['an unknown format', ['--format', 'xml'], 2, "argument 'xml' is invalid"],
  ])('%s', (_, args, expected, text) => {
    project.write({ 'a.har': '{}' });
    const { exitCode, stderr, stdout } = project.run('samples', ...args);
    expect(stderr).toContain(text);
    expect([exitCode, stdout]).toEqual([expected, '']);
  });

  it('no contract, and several', () => {
    const entry = '  - { schema: other.yaml, out: other }\n';
    project.write({ 'soapwright.yaml': configuration + entry, 'other.yaml': contract('Greet') });
    expect(project.run('samples').stderr).toContain(
      'SW9003: soapwright.yaml names several contracts: greeter.yaml, other.yaml.',
    );
    expect(project.run('samples', 'Greet', '--schema', 'other.yaml').exitCode).toBe(0);
    const empty = new Project();
    expect(empty.run('samples').stderr).toContain(
      'SW9002: There is no contract: no soapwright.yaml here, and no --schema.',
    );
    empty.remove();
  });
});

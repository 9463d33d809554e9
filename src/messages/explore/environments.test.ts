import { describe, expect, it } from 'vitest';
import { parseEnvironments, withVariables } from './environments.ts';

const parse = (text: string): ReturnType<typeof parseEnvironments> =>
  parseEnvironments({ file: 'e.yaml', text }, { KEY: 'a secret' });

describe('environments', () => {
  it('have the options of call, a time-out and variables', () => {
    const { environments, diagnostics } = parse(`environments:
  test:
    address: https://test.example/
    password-from: env:P
    auth: [digest, ntlm]
    header: "X: 1"
    allow-http: true
    timeout: 2.5
    variables: { a: 007, key: { env: KEY }, empty: }
`);
    expect(diagnostics).toEqual([]);
    const [test] = environments;
    expect(test?.options).toEqual({
      address: 'https://test.example/',
      passwordFrom: 'env:P',
      auth: ['digest', 'ntlm'],
      header: ['X: 1'],
      allowHttp: true,
    });
    expect(test?.timeout).toBe(2.5);
    expect([...(test?.variables ?? [])]).toEqual([
      ['a', { text: '007', isSecret: false }],
      ['key', { text: 'a secret', isSecret: true }],
      ['empty', { text: '', isSecret: false }],
    ]);
  });

  it.each([
    ['- a', 'must be a map'],
    ['environment: {}', 'environment'],
    ['environments: { a: { password: x } }', 'password'],
    ['environments: { a: { timeout: soon } }', 'seconds'],
    ['environments: { a: { allow-http: yes please } }', 'true or false'],
    ['environments: { a: { auth: kerberos } }', 'negotiate'],
    ['environments: { a: { profile: __proto__ } }', 'onvif'],
    ['environments: { a: { variables: { k: { env: NOT_SET } } } }', 'NOT_SET'],
    ['environments: { a: { variables: { "a b": 1 } } }', 'letters'],
    ['environments: { a: { address: [x] } }', 'address is a text'],
  ])('are refused with their mistakes: %s', (text, expected) => {
    const { environments, diagnostics } = parse(text);
    expect(environments).toEqual([]);
    expect(diagnostics.map(({ message, code }) => `${code} ${message}`).join('\n')).toMatch(/^SW\d{4} /);
    expect(
      diagnostics
        .map(({ message }) => message)
        .join(' ')
        .toLowerCase(),
    ).toContain(expected.toLowerCase());
  });

  it('fill in variables once, so that a value is not a template', () => {
    const variables = new Map([
      ['a', { text: `\${b}`, isSecret: false }],
      ['b', { text: '$&', isSecret: true }],
    ]);
    expect(withVariables(`\${a} \${b} $\${a} $ \${}`, variables, 'put in')).toBe(`\${b} $& \${a} $ \${}`);
    expect(withVariables(`\${b}`, variables, 'named')).toBe(`\${b}`);
    expect(() => withVariables(`\${c}`, variables, 'put in')).toThrow('no variable "c"');
  });
});

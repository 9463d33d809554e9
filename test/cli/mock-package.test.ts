import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { root } from './cli.ts';

const body = `
test('a mock', async () => {
  const mock = await mockService('schema/remote-file-service.yaml');
  mock.on('GetClientID').respond(({ Parameters }) => {
    if (Parameters.CompanyCode === 'ACME') return { ClientID: 7 };
    throw SoapFault.sender('UnknownCompany', 'Not found.');
  });
  const client = new SoapClient({ address: mock.url });
  const operation = {
    name: 'GetClientID',
    soapAction: 'https://files.example/v2/GetClientID',
    input: rootTag('https://files.example/v2/', 'GetClientID'),
    output: rootTag('https://files.example/v2/', 'GetClientIDResponse'),
    writeInput: (writer, code) => writer.raw('<Parameters><CompanyCode>' + code + '</CompanyCode></Parameters>'),
    readOutput: (reader) => reader.any().xml,
  };
  assert.match(await client.call(operation, 'ACME'), /<ClientID>7<\\/ClientID>/);
  await assert.rejects(client.call(operation, 'B'), { detailCode: 'UnknownCompany', reason: 'Not found.' });
  assert.deepEqual(mock.requestsOf('GetClientID').map(({ Parameters }) => Parameters.CompanyCode), ['ACME', 'B']);
  assert.throws(() => mock.on('GetClientId'), MockError);
  await mock.close();
});`;

describe('soapwright/mock as an installed package', () => {
  it.each([
    [
      'import, with node:test',
      'module',
      `import assert from 'node:assert';
import test from 'node:test';
import { rootTag, SoapFault } from '@soapwright/runtime';
import { SoapClient } from '@soapwright/runtime/client';
import { MockError, mockService } from 'soapwright/mock';`,
    ],
    [
      'require, with node:test',
      'commonjs',
      `const assert = require('node:assert');
const test = require('node:test');
const { rootTag, SoapFault } = require('@soapwright/runtime');
const { SoapClient } = require('@soapwright/runtime/client');
const { MockError, mockService } = require('soapwright/mock');`,
    ],
  ])('is used by %s', (_, type, head) => {
    const args = ['--test-reporter=tap', `--input-type=${type}`, '--eval', `${head}${body}`];
    const { stdout, status } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
    expect(stdout).toContain('# pass 1');
    expect(status).toBe(0);
  });
});

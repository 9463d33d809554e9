import { fileURLToPath } from 'node:url';
import { listen } from '@soapwright/runtime/server/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { wsdlText } from '../../../src/emit/wsdl.ts';
import { contractOf } from '../../support/generator/load-contracts.ts';
import { runProgram } from '../support/program.ts';
import { generateProject, type Project } from '../support/project.ts';

describe.each(['1.1', '1.2'] as const)('zeep with WS-Addressing in SOAP %s', (soap) => {
  let project: Project;

  beforeAll(async () => {
    const contract = contractOf(`
soapwright: 1
service: Weather
namespace: http://weather.example/
ports: { Weather: { soap: "${soap}", address: "http://localhost/", addressing: "1.0" } }
operations: { degrees: { request: { town: string }, result: { type: int, as: degrees } } }
`);
    project = await generateProject(wsdlText(contract, { source: 'weather.yaml' }));
  });
  afterAll(() => project?.remove());

  it('its client calls our server, which demands addressing', async () => {
    const ours = await listen(
      project.server.create({ degrees: async (request) => (request as { town: string }).town.length }),
    );
    try {
      const script = fileURLToPath(new URL('addressing.py', import.meta.url));
      const output = await runProgram('/usr/bin/python3', [script, `${ours.url}?wsdl`]);
      expect(output).toBe('4\nAction MessageID To\nTrue\n');
    } finally {
      await ours.close(0);
    }
  });
});

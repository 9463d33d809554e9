import { afterAll, beforeAll, describe } from 'vitest';
import { callOurServer, callTheirServer } from '../support/directions.ts';
import { generateProject, type Project } from '../support/project.ts';
import { documentCases, over12 } from './cases.ts';
import { type AsmxService, compileClient, type ProxyProgram, proxyClient, startAsmx } from './mono.ts';
import { encodedCases } from './registry-cases.ts';

describe('ASMX under Mono in document style', () => {
  let service: AsmxService;
  let client: ProxyProgram;
  let project: Project;
  beforeAll(async () => {
    service = await startAsmx('Warehouse');
    client = await compileClient(service.wsdl, 'Client.cs');
    project = await generateProject(service.wsdl, { overlay: 'soapwright: 1\noptions: { dateTime: exact }\n' });
  });
  afterAll(async () => {
    await service?.stop();
    client?.remove();
    project?.remove();
  });

  for (const soap of ['1.1', '1.2'] as const) {
    const cases = soap === '1.1' ? documentCases : over12(documentCases);
    const theirs = proxyClient(`a proxy of mono's wsdl, over SOAP ${soap},`, () => client, soap);
    callTheirServer('ASMX', cases, () => ({ address: service.address, project }), soap);
    callOurServer(theirs, cases, () => project);
  }
});

describe('ASMX under Mono in rpc/encoded style', () => {
  let service: AsmxService;
  let client: ProxyProgram;
  let project: Project;
  beforeAll(async () => {
    service = await startAsmx('Registry');
    client = await compileClient(service.wsdl, 'RegistryClient.cs');
    project = await generateProject(service.wsdl, { overlay: 'soapwright: 1\noptions: { dateTime: exact }\n' });
  });
  afterAll(async () => {
    await service?.stop();
    client?.remove();
    project?.remove();
  });

  callTheirServer('ASMX', encodedCases, () => ({ address: service.address, project }));
  callOurServer(
    proxyClient("a proxy of mono's wsdl", () => client),
    encodedCases,
    () => project,
  );
});

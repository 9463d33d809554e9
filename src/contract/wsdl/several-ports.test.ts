import { expect, it } from 'vitest';
import { bindingOf, portOf, sealsWsdl } from '../../../test/support/generator/seals-wsdl.ts';
import { loadFilesInMemory } from '../../../test/support/generator/wsdl-files.ts';
import { emit } from '../../emit/index.ts';
import type { LoadWsdlOptions } from './load-wsdl.ts';

async function generated(text: string, options: LoadWsdlOptions = {}) {
  const { contract, lines } = loadFilesInMemory({ 'invoices.wsdl': text }, options);
  if (contract === undefined) throw new Error(lines.join('\n'));
  const files = await emit(contract, { source: 'invoices.wsdl', importExtension: 'js', sides: 'both' });
  const generatedFile = (path: string): string => files.find((file) => file.path === path)?.text ?? '';
  return {
    lines,
    client: generatedFile('client.ts'),
    pages: generatedFile('pages.ts'),
    server: generatedFile('server.ts'),
  };
}

/** What is said of a WSDL with several services, for a client. */
const severalServices = expect.stringMatching(
  /^SW6324 invoices\.wsdl:\d+:\d+ Code is generated for all services: Invoices, Requirements\. There is a client class for each port type\.$/,
);

const classesIn = (client: string): readonly string[] =>
  [...client.matchAll(/^export class (\w+)/gm)].map(([, name = '']) => name);
const addressesIn = (client: string): string => client.match(/export const addresses = \{\n(.*?)\n\}/s)?.[1] ?? '';

it('a class for each port type, and the addresses of all ports by their names', async () => {
  const { lines, client, pages } = await generated(sealsWsdl());
  expect(lines).toEqual([severalServices]);
  expect(classesIn(client)).toEqual(['InvoicesClient', 'RequirementsClient']);
  expect(addressesIn(client)).toBe(`\
  Production: 'https://invoices.example/register',
  'Production-Seal': 'https://seal.invoices.example/register',
  Test: 'https://test.invoices.example/register',
  Requirement: 'https://invoices.example/requirement',
  'Requirements.Test': 'https://test.invoices.example/requirement',`);
  expect(client).toContain("defaultAddress = 'https://invoices.example/register'");
  expect(client).toContain('options.address ?? addresses.Requirement ');
  expect(client).toContain('this.#soap.call(operations.Requirement_Register, request, options)');
  expect(pages).toContain("others: {\n      Requirement_Register: ['RequirementsClient', 'Register'],\n    },");
});

it('a port that is chosen is alone', async () => {
  const { lines, client } = await generated(sealsWsdl(), { choice: { service: 'Requirements', port: 'Test' } });
  expect(lines).toEqual([]);
  expect(classesIn(client)).toEqual(['RequirementsClient']);
  expect(addressesIn(client)).toBe('');
  expect(client).toContain("defaultAddress = 'https://test.invoices.example/requirement'");
});

it('bindings with the same messages share a class', async () => {
  const bindings = bindingOf({ name: 'Same', portType: 'Register', operation: 'Register' });
  const ports = portOf('Same', 'Same', 'https://same.example/');
  const { lines, client } = await generated(sealsWsdl({ bindings, ports }));
  expect(lines).toEqual([severalServices]);
  expect(addressesIn(client)).toContain("  Same: 'https://same.example/',");
});

it('SW6319: a binding with other SOAP actions is named', async () => {
  const bindings = bindingOf({ name: 'Other', portType: 'Register', operation: 'Register', soapAction: 'urn:other' });
  const ports = portOf('Other', 'Other', 'https://other.example/');
  const { lines, client } = await generated(sealsWsdl({ bindings, ports }));
  expect(lines).toEqual([severalServices, expect.stringMatching(/^SW6319 .* not for Invoices\.Other\.$/)]);
  expect(client).not.toContain('other.example');
  const chosen = await generated(sealsWsdl({ bindings, ports }), { choice: { port: 'Other' } });
  expect(chosen.client).toContain("defaultAddress = 'https://other.example/'");
});

it('a port of another version of SOAP says so, and one of SOAP 1.2 alone speaks it', async () => {
  const bindings = bindingOf({ name: 'Twelve', portType: 'Register', operation: 'Register', version: '12' });
  const ports = portOf('Twelve', 'Twelve', 'https://twelve.example/');
  const { lines, client } = await generated(sealsWsdl({ bindings, ports }));
  expect(lines).toEqual([severalServices]);
  expect(addressesIn(client)).toContain("  Twelve: 'https://twelve.example/', // with the option soap: '1.2'");
  expect(client).not.toContain('options.soap');
  const alone = await generated(sealsWsdl({ bindings, ports }), { choice: { port: 'Twelve' } });
  expect(alone.client).toContain("soap: options.soap ?? '1.2',");
});

it('a server has one service, with all its port types', async () => {
  const both = sealsWsdl()
    .replace(/<\/wsdl:service>\s*<wsdl:service name="Requirements">/, '')
    .replace(/(name=")Test(" binding="t:Req)/, '$1Test2$2');
  const whole = await generated(both, { server: true });
  expect(whole.lines).toEqual([]);
  expect(whole.server).toMatch(/Register: soap.Handler<.*Requirement_Register: soap.Handler</s);
  const first = await generated(sealsWsdl(), { server: true });
  expect(first.lines).toEqual([
    expect.stringMatching(/^SW6319 .* not for Requirements\.Requirement, Requirements\.Test\.$/),
  ]);
  const sameRequests = both.replace('<wsdl:input message="t:Ask"/>', '<wsdl:input message="t:Register"/>');
  const ambiguous = await generated(sameRequests, { server: true });
  expect(ambiguous.lines).toEqual([
    expect.stringMatching(/^SW6319 .* not for Invoices\.Requirement, Invoices\.Test2\.$/),
  ]);
  expect(classesIn((await generated(sameRequests)).client)).toEqual(['InvoicesClient', 'RequirementClient']);
});

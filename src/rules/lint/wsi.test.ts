import { expect, it } from 'vitest';
import { any, contractOf, field, q, record, ref } from '../../../test/support/generator/contract-parts.ts';
import type { BindingOperation, Contract, PortTypeOperation } from '../../contract/model/index.ts';
import { lint } from './lint.ts';
import { defaultSettings } from './lint-settings.ts';

function found(rule: string, contract: Contract): readonly string[] {
  return lint(contract, { ...defaultSettings, use: [rule] }).findings.map(({ path }) => path);
}

/** The plain contract with a second operation and a changed binding. */
function twoOperations(operation: Partial<PortTypeOperation>, binding: Partial<BindingOperation>): Contract {
  return contractOf({ types: [record('Order', [])] }, (before) => ({
    ...before,
    portTypes: before.portTypes.map((portType) => ({
      ...portType,
      operations: portType.operations.flatMap((one) => [one, { ...one, name: 'Report', ...operation }]),
    })),
    bindings: before.bindings.map((one) => ({
      ...one,
      operations: one.operations.flatMap((first) => [first, { ...first, name: 'Report', ...binding }]),
    })),
  }));
}

it('R2112: names of encoded arrays', () => {
  const types = [
    record('Order', [field('ArrayOfLines', ref('Lines'))]),
    record('ArrayOfLine', [field('Line', ref('string'), {}, any)]),
    record('Lines', []),
  ];
  expect(found('wsi-r2112', contractOf({ types }))).toEqual(['records/ArrayOfLine', 'records/Order/ArrayOfLines']);
  expect(found('wsi-r2112', contractOf({ types: [record('Arrayof', []), record('ArrayOffset', [])] }))).toEqual([]);
});

it('R2401: bindings of SOAP 1.2', () => {
  expect(found('wsi-r2401', contractOf())).toEqual([]);
  const twelve = contractOf({}, (before) => ({
    ...before,
    bindings: before.bindings.map((one) => ({ ...one, soapVersion: '1.2' as const })),
  }));
  expect(found('wsi-r2401', twelve)).toEqual(['bindings/ShopSoap']);
});

it('R2705: both styles in one binding', () => {
  const body = { use: 'literal', namespace: 'urn:shop', headers: [] } as const;
  const mixed = twoOperations({}, { style: 'rpc', input: body, output: body });
  expect(found('wsi-r2705', mixed)).toEqual(['operations/Report']);
  expect(lint(mixed, { ...defaultSettings, use: ['minimal'] }).findings.map(({ exit }) => exit)).toEqual([1]);
  expect(found('wsi-r2705', twoOperations({}, {}))).toEqual([]);
});

it('R2710: two operations with one request', () => {
  expect(found('wsi-r2710', twoOperations({}, {}))).toEqual(['operations/Report']);
  expect(found('wsi-r2710', twoOperations({ input: { message: q('AskSoapOut') } }, {}))).toEqual([]);
});

it('R2711: two SOAP 1.1 ports with one address', () => {
  const ports = (address: string, version: '1.1' | '1.2'): Contract =>
    contractOf({}, (before) => ({
      ...before,
      bindings: before.bindings.flatMap((one) => [one, { ...one, name: q('Other'), soapVersion: version }]),
      services: before.services.map((service) => ({
        ...service,
        ports: [...service.ports, { name: 'Other', binding: q('Other'), address }],
      })),
    }));
  expect(found('wsi-r2711', ports('https://shop.example/', '1.1'))).toEqual(['ports/Other']);
  expect(found('wsi-r2711', ports('https://shop.example/', '1.2'))).toEqual([]);
  expect(found('wsi-r2711', ports('https://shop.example/other', '1.1'))).toEqual([]);
});

it('R2706: encoded messages', () => {
  const encoded = twoOperations({}, { style: 'rpc', input: { use: 'encoded', headers: [] } });
  expect(found('wsi-r2706', encoded)).toEqual(['operations/Report']);
  expect(found('wsi-r2706', twoOperations({}, {}))).toEqual([]);
});

it('R2717: the namespace of an rpc wrapper', () => {
  const rpc = (namespace: string): Contract =>
    twoOperations(
      {},
      {
        style: 'rpc',
        input: { use: 'literal', namespace, headers: [] },
        output: { use: 'literal', namespace, headers: [] },
      },
    );
  expect(found('wsi-r2717', rpc('shop'))).toEqual(['operations/Report']);
  expect(found('wsi-r2717', rpc('urn:shop'))).toEqual([]);
  expect(found('wsi-r2717', rpc('https://shop.example/'))).toEqual([]);
});

import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Browser } from 'playwright-core';
import { parseAst } from 'rolldown/parseAst';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type * as web from '../../src/messages/dynamic/web.ts';
import { hasBrowser, startBrowser } from '../pages/browser.ts';
import { shopContract } from '../support/generator/shop-contract.ts';

const bundleFile = fileURLToPath(new URL('../../dist/command/dynamic-web.mjs', import.meta.url));
const { openService } = (await import(pathToFileURL(bundleFile).href)) as typeof web;

const schema = (content: string, name = 'm'): string =>
  `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:${name}="urn:main" targetNamespace="urn:main" elementFormDefault="qualified">${content}</xs:schema>`;
const wsdl = `<wsdl:definitions xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:t="urn:main" targetNamespace="urn:main" name="Greeter">
  <wsdl:types><xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:main"><xs:include schemaLocation="xsd/main.xsd"/></xs:schema></wsdl:types>
  <wsdl:message name="In"><wsdl:part name="parameters" element="t:Greet"/></wsdl:message>
  <wsdl:message name="Out"><wsdl:part name="parameters" element="t:GreetResponse"/></wsdl:message>
  <wsdl:portType name="P"><wsdl:operation name="Greet"><wsdl:input message="t:In"/><wsdl:output message="t:Out"/></wsdl:operation></wsdl:portType>
  <wsdl:binding name="B" type="t:P"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/><wsdl:operation name="Greet"><soap:operation soapAction="greet"/><wsdl:input><soap:body use="literal"/></wsdl:input><wsdl:output><soap:body use="literal"/></wsdl:output></wsdl:operation></wsdl:binding>
  <wsdl:service name="S"><wsdl:port name="P" binding="t:B"><soap:address location="/soap"/></wsdl:port></wsdl:service>
</wsdl:definitions>`;
const main = schema(
  '<xs:include schemaLocation="more.xsd"/><xs:element name="Greet"><xs:complexType><xs:sequence><xs:element name="Name" type="m:Name"/></xs:sequence></xs:complexType></xs:element><xs:element name="GreetResponse"><xs:complexType><xs:sequence><xs:element name="Text" type="xs:string"/><xs:element name="Count" type="xs:long"/></xs:sequence></xs:complexType></xs:element>',
);
const more = schema(
  '<xs:simpleType name="Name"><xs:restriction base="xs:string"><xs:maxLength value="5"/></xs:restriction></xs:simpleType>',
);
const response =
  '<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body><GreetResponse xmlns="urn:main"><Text>Hello Anna</Text><Count>9007199254740993</Count></GreetResponse></e:Body></e:Envelope>';

const files: Readonly<Record<string, string>> = {
  '/a/service.wsdl': wsdl,
  '/a/xsd/main.xsd': main,
  '/a/xsd/more.xsd': more,
};

const moduleText = (name: string): string => readFileSync(join(dirname(bundleFile), name), 'utf8');

/** Serves the files, and responds to calls. */
function respond(path: string): { readonly type: string; readonly text: string; readonly status: number } {
  if (path === '/soap') return { type: 'text/xml; charset=utf-8', text: response, status: 200 };
  const text = path.endsWith('.mjs') ? moduleText(path.slice(1)) : files[path];
  if (text !== undefined) return { type: path.endsWith('.mjs') ? 'text/javascript' : 'text/xml', text, status: 200 };
  return { type: 'text/html', text: '<!doctype html><title>Dynamic</title>', status: path === '/' ? 200 : 404 };
}

const fetched = async (input: Parameters<typeof fetch>[0]): Promise<Response> => {
  const { type, text, status } = respond(new URL(String(input instanceof Request ? input.url : input)).pathname);
  return new Response(text, { status, headers: { 'Content-Type': type } });
};

describe('soapwright/dynamic in browsers and Workers', () => {
  it('imports nothing but files beside it, and evaluates no texts', () => {
    const seen = new Set(['dynamic-web.mjs']);
    for (const name of seen) {
      const code = moduleText(name);
      for (const statement of parseAst(code).body) {
        if (!('source' in statement) || statement.source === null) continue;
        expect(String(statement.source.value)).toMatch(/^\.\/memory\d*\.mjs$/);
        seen.add(String(statement.source.value).slice(2));
      }
      expect(code).not.toMatch(/\bnew Function\(|[^.\w]eval\(/);
    }
    expect(seen.size).toBeGreaterThan(1);
  });

  it('opens a WSDL at an address, with all that it imports from there', async () => {
    const service = await openService('http://greeter.example/a/service.wsdl', {
      address: 'http://greeter.example/soap',
      fetch: fetched,
      transport: {
        send: async () => ({
          status: 200,
          headers: ['Content-Type', 'text/xml'],
          body: new TextEncoder().encode(response),
        }),
      },
    });
    expect(service.operations.map(({ name }) => name)).toEqual(['Greet']);
    await expect(service.call('Greet', { Name: 'Annabelle' })).rejects.toThrow('Greet/Name: ');
    expect(await service.call('Greet', { Name: 'Anna' })).toEqual({ Text: 'Hello Anna', Count: '9007199254740993' });
  });

  it('opens texts: a contract in YAML, and a WSDL with its files', async () => {
    const shop = await openService(shopContract);
    expect(shop.dryRun('Forget', { Number: '7' }).envelope).toContain('<Number>7</Number>');
    const greeter = await openService(wsdl, {
      address: 'http://greeter.example/soap',
      files: { 'xsd/main.xsd': main, 'xsd/more.xsd': more },
    });
    expect(greeter.describe('Greet').fields).toMatchObject([{ path: 'Name', required: true }]);
  });

  it.each<[string, string, web.OpenServiceOptions, string]>([
    ['a path', 'service.wsdl', {}, 'there are no files here'],
    ['a WSDL that is not there', 'http://greeter.example/none.wsdl', { fetch: fetched }, 'HTTP 404'],
    ['a text without its files', wsdl, {}, 'xsd/main.xsd'],
    ['a text that is no contract', '<a/>', {}, 'error'],
  ])('refuses %s', async (_, contract, options, message) => {
    await expect(openService(contract, options)).rejects.toMatchObject({
      name: 'ServiceError',
      message: expect.stringContaining(message),
    });
  });

  it('fetches from the host of the WSDL alone', async () => {
    const asked: string[] = [];
    const elsewhere = wsdl.replace('xsd/main.xsd', 'http://other.example/main.xsd');
    const opened = openService('http://greeter.example/a/service.wsdl', {
      fetch: async (input) => {
        asked.push(String(input));
        return new Response(elsewhere);
      },
    });
    await expect(opened).rejects.toThrow('http://other.example/main.xsd');
    expect(asked).toEqual(['http://greeter.example/a/service.wsdl']);
  });
});

const required = process.env.SOAPWRIGHT_FOREIGN === 'required';

describe.skipIf(!hasBrowser && !required)('soapwright/dynamic in Chromium', () => {
  let server: Server;
  let browser: Browser;

  beforeAll(async () => {
    server = createServer((request, answer) => {
      const { type, text, status } = respond(request.url ?? '/');
      // A policy that forbids to evaluate texts.
      answer.writeHead(status, {
        'Content-Type': type,
        'Content-Security-Policy': "default-src 'self' 'unsafe-inline'",
      });
      answer.end(text);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    browser = await startBrowser();
  });

  afterAll(async () => {
    await browser?.close();
    await new Promise((resolve) => server?.close(resolve));
  });

  it('reads a WSDL, and calls its service', async () => {
    const page = await browser.newPage();
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    await page.goto(`${origin}/`);
    const found = await page.evaluate(`
      import('/dynamic-web.mjs')
        .then(({ openService }) => openService('${origin}/a/service.wsdl', { address: '${origin}/soap' }))
        .then((service) => service.call('Greet', { Name: 'Anna' }))`);
    expect(found).toEqual({ Text: 'Hello Anna', Count: '9007199254740993' });
  });
});

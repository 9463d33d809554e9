import { writeFileSync } from 'node:fs';
import {
  type Entry,
  FormEntries,
  FormError,
  type Html,
  html,
  type OperationDescription,
  operationSidebar,
  type PagesDescription,
  page,
  parseForm,
} from '@soapwright/runtime/pages';
import type { ResolvedOperation } from '../../contract/index.ts';
import { cutAtAddresses, wsdlPieces } from '../../emit/index.ts';
import { ServiceClient } from '../dynamic/service-client.ts';
import { Recording } from '../mock/recording.ts';
import { pagesDescription } from '../samples/make-samples.ts';
import { copies } from './copies.ts';
import { parseEnvironments, type ReadEnvironments, readEnvironments, UnknownVariable } from './environments.ts';
import type { Draft, Exchange, Request, Target } from './exchange.ts';
import { type ExploreRequest, TooLarge } from './explore-request.ts';
import type { ExplorerOptions } from './explorer-options.ts';
import { draftOf, exampleForm } from './form-of-value.ts';
import { DraftError, requestOfData, requestOfForm } from './make-request.ts';
import { operationView, previewSection, problemSection } from './operation-view.ts';
import { environmentsView, historyView, serviceView } from './other-views.ts';
import { pageExtras } from './page-extras.ts';
import { download, fileNameOf, guards, type PageResponse, redirect } from './page-response.ts';
import { partsOf, responseView } from './response-view.ts';
import { AssertionError, probeOf, saveProbe } from './save-assertions.ts';
import { type SendOptions, sendRequest } from './send.ts';
import { type Chosen, portsOf, splitEntries, targetControls, targetOf } from './targets.ts';

/** The most exchanges that are kept. */
const mostExchanges = 100;

/** The pages of a service that is called: operations, exchanges, history and environments. Who may see them is checked before. */
export class Explorer {
  readonly #options: ExplorerOptions;
  readonly #description: PagesDescription;
  readonly #writer: ServiceClient;
  readonly #sending: SendOptions;
  readonly #exchanges: Exchange[] = [];
  #lastId = 0;
  #chosen: Chosen = {};

  /** @throws {Error} of node:fs if the folder of recordings cannot be created. */
  constructor(options: ExplorerOptions) {
    const { contract, service, connect, record } = options;
    this.#options = options;
    this.#description = pagesDescription(contract, service);
    // It writes messages, and calls nobody.
    this.#writer = new ServiceClient(contract, { address: 'http://localhost/' }, service);
    const recording = record === undefined ? undefined : new Recording(record);
    this.#sending = { connect, description: this.#description, messages: this.#writer.messages, recording };
  }

  async handle(request: ExploreRequest): Promise<PageResponse> {
    const query = new URLSearchParams(request.target.slice(2));
    try {
      return request.method === 'POST' ? await this.#post(request, query) : this.#get(query);
    } catch (error) {
      if (error instanceof TooLarge)
        return this.#page(413, 'Too large', html`<h1>Too large</h1>\n<p>${error.message}</p>`);
      if (error instanceof FormError) return this.#page(400, 'Not sent', problemSection(error.message));
      throw error;
    }
  }

  #get(query: URLSearchParams): PageResponse {
    if (query.has('wsdl')) return wsdlOf(this.#options);
    if (query.has('history')) return this.#page(200, 'History', historyView(this.#exchanges, this.#description));
    if (query.has('environments')) return this.#environmentsPage(this.#environments(), undefined);
    if (query.has('exchange')) return this.#exchange(query);
    const name = query.get('op');
    if (name === null) {
      const list = serviceView(this.#description, this.#options.service, query.get('find') ?? '');
      return this.#page(200, this.#description.name, list);
    }
    const found = this.#operation(name);
    if (found === undefined) return this.#unknown(`The service has no operation ${name}.`);
    const exchange = this.#exchanges.find(({ id }) => String(id) === query.get('from'));
    const draft = query.has('example')
      ? ({ kind: 'form', entries: this.#exampleForm(found) } as const)
      : draftOf(
          { ...found, description: this.#description, messages: this.#writer.messages },
          query.get('as') === 'data' ? 'data' : 'form',
          exchange,
        );
    return this.#operationPage(found, { draft, chosen: exchange?.target ?? this.#chosen, from: exchange?.id });
  }

  async #post(request: ExploreRequest, query: URLSearchParams): Promise<PageResponse> {
    const type = request.header('content-type') ?? '';
    const entries = parseForm(type, await request.body());
    if (entries === undefined) return this.#page(415, 'No form', html`<h1>No form</h1>\n<p>This page takes forms.</p>`);
    const text = (name: string): string => {
      const own = entries.find((entry) => entry.name === name);
      return own === undefined ? '' : Buffer.from(own.value).toString('utf8');
    };
    if (query.has('history')) {
      if (text('do') === 'clear') this.#exchanges.length = 0;
      return redirect('?history');
    }
    if (query.has('environments')) return this.#saveEnvironments(text('text'));
    if (query.has('exchange')) return await this.#act(query, text('do'), entries);
    const found = this.#operation(query.get('op') ?? '');
    if (found === undefined) return this.#unknown('The service has no such operation.');
    return await this.#send(found, query.get('as') === 'data', entries);
  }

  async #send(found: Found, isData: boolean, all: readonly Entry[]): Promise<PageResponse> {
    const { chosen, others } = splitEntries(all);
    const isPreview = all.some(({ name }) => name === 'send:preview');
    this.#chosen = { ...chosen, port: undefined };
    const text = (name: string): string =>
      Buffer.from(others.find((one) => one.name === name)?.value ?? []).toString('utf8');
    let draft: Draft = { kind: 'data', data: text('data'), headers: text('headers') };
    try {
      if (!isData) {
        const usesExample = others.some(({ name }) => name.startsWith('example:'));
        const entries = new FormEntries(others, usesExample ? this.#exampleForm(found) : undefined);
        draft = { kind: 'form', entries };
        if (entries.toAdd !== undefined) return this.#operationPage(found, { draft, chosen });
      }
      const request = this.#request(found, draft, others, chosen);
      if (isPreview) {
        const answer = previewSection(request, this.#description, copies(this.#copying(), request));
        return this.#operationPage(found, { draft, chosen, answer });
      }
      return redirect(`?exchange=${(await this.#exchangeOf(request)).id}#answer`);
    } catch (error) {
      if (!(error instanceof FormError || error instanceof DraftError || error instanceof UnknownVariable)) throw error;
      return this.#operationPage(found, { draft, chosen, answer: problemSection(error.message), status: 400 });
    }
  }

  /** @throws {FormError | DraftError | UnknownVariable} */
  #request({ operation, described }: Found, draft: Draft, entries: readonly Entry[], chosen: Chosen): Request {
    const target = this.#target(operation, chosen);
    const { environments } = this.#environments();
    const variables = environments.find(({ name }) => name === target.environment)?.variables ?? new Map();
    const isXop = this.#options.service.mtom.client !== undefined;
    const place = { operation, described, version: target.version, variables, isXop };
    const made =
      draft.kind === 'form'
        ? requestOfForm(this.#description, entries, draft.entries.example, place)
        : requestOfData(this.#writer, draft, place);
    const showsSecrets = draft.kind === 'form' && draft.entries.showsSecrets;
    return { operation, described, target, draft, showsSecrets, ...made };
  }

  async #exchangeOf(request: Request): Promise<Exchange> {
    const sent = await sendRequest(request, this.#sending);
    const exchange = { ...sent, id: ++this.#lastId };
    this.#exchanges.push(exchange);
    if (this.#exchanges.length > mostExchanges) this.#exchanges.shift();
    return exchange;
  }

  async #act(query: URLSearchParams, action: string, entries: readonly Entry[]): Promise<PageResponse> {
    const exchange = this.#exchanges.find(({ id }) => String(id) === query.get('exchange'));
    if (exchange === undefined) return this.#unknown('There is no such exchange.');
    if (action === 'resend') return redirect(`?exchange=${(await this.#exchangeOf(exchange)).id}#answer`);
    if (action !== 'assert') return this.#unknown('There is no such action.');
    try {
      const probe = probeOf(exchange, entries, this.#writer.messages, this.#description);
      const file = saveProbe(this.#options.probes, exchange.operation.identifier, probe);
      return this.#exchangePage(exchange, `Saved to ${file}.`);
    } catch (error) {
      if (error instanceof AssertionError) return this.#exchangePage(exchange, error.message);
      if (!(error instanceof Error && 'code' in error)) throw error;
      return this.#exchangePage(exchange, `The file cannot be written (${String(error.code)}).`);
    }
  }

  #exchange(query: URLSearchParams): PageResponse {
    const exchange = this.#exchanges.find(({ id }) => String(id) === query.get('exchange'));
    if (exchange === undefined) return this.#unknown('There is no such exchange.');
    const { received, operation } = exchange;
    if (received !== undefined && query.get('raw') === 'response') {
      const type = received.headers[received.headers.indexOf('Content-Type') + 1] ?? 'application/octet-stream';
      return download(
        received.body,
        type,
        `${operation.identifier}-response.${/^multipart/i.test(type) ? 'mime' : 'xml'}`,
      );
    }
    const wanted = query.get('part');
    if (wanted === null || received === undefined) return this.#exchangePage(exchange, undefined);
    const part = partsOf(received)[Number(wanted)];
    if (part === undefined) return this.#unknown('There is no such attachment.');
    return download(part.content, part.contentType, fileNameOf(part.id, part.contentType));
  }

  #exchangePage(exchange: Exchange, saved: string | undefined): PageResponse {
    const { operation, described, draft, target, id } = exchange;
    const calls = copies(this.#copying(), exchange);
    const { probes } = this.#options;
    const answer = responseView(exchange, { description: this.#description, calls, probes, saved });
    return this.#operationPage(
      { operation, described },
      { draft, chosen: chosenOf(target), answer, from: id, exchange },
    );
  }

  #exampleForm(found: Found): FormEntries {
    return exampleForm({ ...found, description: this.#description, messages: this.#writer.messages });
  }

  #operationPage(
    { operation, described }: Found,
    {
      draft,
      chosen,
      answer = html``,
      status = 200,
      from,
      exchange,
    }: {
      readonly draft: Draft;
      readonly chosen: Chosen | Target;
      readonly answer?: Html;
      readonly status?: number;
      readonly from?: number | undefined;
      readonly exchange?: Exchange;
    },
  ): PageResponse {
    const target = this.#target(operation, 'version' in chosen ? chosenOf(chosen) : chosen);
    const { environments } = this.#environments();
    const controls = targetControls(portsOf(this.#options.service, operation), environments, target);
    const main = operationView({
      description: this.#description,
      operation,
      described,
      target,
      controls,
      draft,
      answer,
      from,
      exchange,
    });
    return this.#page(status, described.name, main, described.name);
  }

  #target(operation: ResolvedOperation, chosen: Chosen): Target {
    const { environments } = this.#environments();
    const environment = environments.find(({ name }) => name === chosen.environment);
    return targetOf(chosen, portsOf(this.#options.service, operation), environment, this.#options.command);
  }

  #operation(name: string): Found | undefined {
    const { operations } = this.#description;
    // Both are in the contract's order.
    const index = operations.findIndex((one) => one.name === name);
    const [described, operation] = [operations[index], this.#options.service.operations[index]];
    return described === undefined || operation === undefined ? undefined : { described, operation };
  }

  #environments(): ReadEnvironments {
    return readEnvironments(this.#options.environments, this.#options.process);
  }

  #saveEnvironments(posted: string): PageResponse {
    const file = this.#options.environments;
    const text = posted.replace(/\r\n?/g, '\n');
    const read = parseEnvironments({ file, text }, this.#options.process);
    if (read.diagnostics.length > 0) return this.#environmentsPage(read, undefined, 400);
    writeFileSync(file, text);
    return this.#environmentsPage(read, `Saved to ${file}.`);
  }

  #environmentsPage(read: ReadEnvironments, saved: string | undefined, status = 200): PageResponse {
    return this.#page(status, 'Environments', environmentsView(this.#options.environments, read, saved));
  }

  #copying(): Parameters<typeof copies>[0] {
    const { environments } = this.#environments();
    const { place } = this.#options;
    return { messages: this.#writer.messages, description: this.#description, place, environments };
  }

  #unknown(text: string): PageResponse {
    return this.#page(404, 'Not found', html`<h1>Not found</h1>\n<p>${text} <a href="?">All operations</a></p>`);
  }

  #page(status: number, title: string, main: Html, current?: string): PageResponse {
    const { name: service } = this.#description;
    const side = current === undefined ? {} : { side: operationSidebar(this.#description, current) };
    const shown = title === service ? service : `${title} - ${service}`;
    const head = { status, title: shown, service, form: true, cache: 'no-store', extraHeaders: [], ...side } as const;
    return page({ ...head, extras: pageExtras }, main) as PageResponse;
  }
}

interface Found {
  readonly operation: ResolvedOperation;
  readonly described: OperationDescription;
}

function chosenOf({ environment, port, timeout }: Target): Chosen {
  return { environment, port, timeout: String(timeout) };
}

function wsdlOf({ contract, place, service }: ExplorerOptions): PageResponse {
  const pieces = cutAtAddresses(wsdlPieces(contract, { source: place })).map((parts) => parts.join(''));
  const body = pieces.join(service.address);
  return { status: 200, headers: ['Content-Type', 'text/xml; charset=utf-8', ...guards], body };
}

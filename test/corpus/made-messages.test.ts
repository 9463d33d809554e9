import { describe, expect, it } from 'vitest';
import { emit, serviceFor } from '../../src/emit/index.ts';
import { Random } from '../../src/messages/values/random.ts';
import { ServiceMessages } from '../../src/messages/values/service-messages.ts';
import { corpusEntries, corpusFolder } from './entries.ts';
import { loaderOf } from './load-entry.ts';
import { runGenerated } from './samples/generated-codec.ts';
import { messageElements } from './samples/messages.ts';

/** The distance between the tested entries. */
const step = 8;
const corpus = corpusFolder();
const entries =
  corpus === undefined ? [] : corpusEntries(corpus).filter(({ expectation }) => expectation === 'must-accept');
const chosen = entries.filter(({ operations }, index) => index % step === 3 && operations < 60);

describe.skipIf(corpus === undefined)('made-up messages of WSDLs of others', () => {
  it.each(chosen.map(({ id, path }) => [id, path]))(
    '%s: the strict codecs read them, and they stay the same as examples',
    async (_, path) => {
      const { contract } = loaderOf(corpus ?? '')(path);
      if (contract === undefined) return;
      const service = serviceFor(contract, 'standard');
      const emitted = await emit(contract, { source: 'service.wsdl', importExtension: 'ts' });
      const codec = await runGenerated(new Map(emitted.map((one) => [one.path, one.text])));
      const messages = new ServiceMessages(contract, service);
      const failures: string[] = [];
      for (const { label, body, read } of messageElements(service, codec)) {
        if (body === undefined) continue;
        const side = body.direction === 'input' ? 'request' : 'response';
        const made = messages.make(body.operation, side, messages.maker({ random: new Random(`3 ${label}`) }));
        const text = messages.write(body.operation, side, made);
        try {
          expect(plain(read(text))).toEqual(plain(made));
          const written = messages.plain(body.operation, side, made, {
            masks: messages.maker({ random: new Random('4') }),
          });
          const { value, problems } = messages.convert(body.operation, side, written, []);
          expect(problems).toEqual([]);
          expect(plain(value)).toEqual(plain(made));
        } catch (error) {
          failures.push(`${label}: ${error instanceof Error ? error.message : String(error)}\n${text}`);
        }
      }
      expect(failures).toEqual([]);
    },
  );
});

/** Without the text of unknown elements, in which namespaces may be declared in other places. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  const entries = Object.entries(value).filter(([name]) => name !== 'xml');
  return Object.fromEntries(entries.map(([name, own]) => [name, plain(own)]));
}

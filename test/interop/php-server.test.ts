import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { order, parameters, people } from '../end-to-end/legacy.ts';
import * as everything from '../golden/everything/expected/client.ts';
import * as legacy from '../golden/legacy/expected/client.ts';
import { payment, restricted, settings, values } from './everything-values.ts';
import { php, required } from './foreign.ts';
import { type PhpServer, startPhpServer } from './php-server.ts';

/** The generated clients against a server of another kind. */

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

describe.skipIf(!php.available && !required)('PHP SoapServer', () => {
  let servers: { everything: PhpServer; legacy: PhpServer };
  beforeAll(async () => {
    const [first, second] = await Promise.all([
      startPhpServer(at('../golden/everything/expected/everything.wsdl')),
      startPhpServer(at('../golden/legacy/expected/legacy.wsdl')),
    ]);
    servers = { everything: first, legacy: second };
  });
  afterAll(() => Promise.all([servers.everything.stop(), servers.legacy.stop()]));

  describe.each(['1.1', '1.2'] as const)('over SOAP %s', (soap) => {
    const caught = async (call: Promise<unknown>): Promise<unknown> => await call.catch((error: unknown) => error);
    const ours = () => new everything.EverythingClient({ soap, address: servers.everything.address });
    const theirs = () => new legacy.LegacyClient({ soap, address: servers.legacy.address });

    it('returns every simple type unchanged', async () => {
      const calendar = {
        gYear: '2024+01:00',
        gYearMonth: '2024-02',
        gMonth: '--02',
        gMonthDay: '--02-29',
        gDay: '---29',
      };
      const all = { ...values, ...calendar };
      expect(await ours().Echo({ Values: all })).toEqual(all);
      expect(await ours().EchoRestricted({ Restricted: restricted })).toEqual(restricted);
    });

    it('returns choices, groups, attributes and names of two namespaces', async () => {
      const given = { ...payment, extra: [] };
      expect(await ours().EchoContent({ Payment: given })).toEqual(given);
      const markup = { Prices: [{ currency: 'EUR', rounded: true, $text: '1.0' }], Settings: settings };
      expect(await ours().EchoMarkup(markup)).toEqual(markup);
      const common = { Address: { Street: 's', Country: 'DE' as const }, Note: null, Shapes: [] };
      expect(await ours().EchoCommon(common)).toEqual(common);
    });

    it('accepts header blocks and returns one', async () => {
      const quotas: (number | undefined)[] = [];
      const { Session, Quota } = everything.headers;
      const options: Parameters<everything.EverythingClient['Find']>[1] = {
        headerBlocks: [Session.block({ Token: 't<' })],
        onResponse: (response) => quotas.push(Quota.of(response)),
      };
      expect(await ours().Find({ Query: 'q' }, options)).toEqual(['q', 't<']);
      expect(quotas).toEqual([7]);
      const { Ticket, Tracing } = legacy.headers;
      const headerBlocks = [Ticket.block({ key: 'k' }), Tracing.block('t', { role: undefined })];
      expect(await theirs().Look({ what: 'w' }, { headerBlocks })).toBe('k');
    });

    it('throws typed faults', async () => {
      const headerBlocks = [everything.headers.Session.block({ Token: 't' })];
      const missing = await caught(ours().Find({ Query: 'nothing' }, { headerBlocks }));
      expect(missing).toMatchObject({ reason: 'Not there.' });
      expect(everything.faults.NotFound.is(missing) && missing.value).toEqual({ Name: 't', Tried: ['a', ''] });
      const late = await caught(ours().Find({ Query: 'late' }, { headerBlocks }));
      expect(everything.faults.Busy.is(late) && late.value).toBe('until noon');
      const ticket = [legacy.headers.Ticket.block({ key: 'k' })];
      const gone = await caught(theirs().Look({ what: 'gone' }, { headerBlocks: ticket }));
      expect(legacy.faults.Gone.is(gone) && gone.value).toEqual({ since: '1999', last: ['a', ''] });
    });

    it('accepts one-way and bare messages', async () => {
      const headerBlocks = [everything.headers.Session.block({ Token: 't' })];
      expect(await ours().Notify({ Text: 'n' }, { headerBlocks })).toBeUndefined();
      expect(await theirs().Tell({ what: 'x', urgent: true })).toBeUndefined();
      expect(await ours().Describe({ Text: 'EU', limit: 3 })).toEqual({
        currency: 'EU3',
        rounded: false,
        $text: '1.50',
      });
      expect(await ours().Ping('four')).toBe(4);
    });

    it('supports rpc, with unusual names and records of three namespaces', async () => {
      expect(await theirs().Delete({ id: 2n ** 63n - 1n, Date: '2024-02-29Z' })).toBe(true);
      expect(await theirs().Date_({})).toEqual({ year: 2024, month: 2, day: 29 });
      expect(await theirs().add$_b({ a: '0.10', b: '1', a$_b: -(2n ** 63n) })).toEqual({
        sum: '0.10',
        a$_b: -(2n ** 63n),
      });
      expect(await theirs().Parameters({ Parameters: parameters })).toEqual(parameters);
      const Order = { ...order, lines: [{ sku: 's', count: '9223372036854775807', price: '0.10' }] };
      expect(await theirs().Order({ Order })).toEqual({ Order, Previous: Order });
      const plain = { ...people, listed: { Name: 'L', Spouse: { Name: 'S' } }, part: { Person: [] } };
      expect(await theirs().People(plain)).toEqual(plain);
      const chunk = { fileName: '"p"', kind: 'k', $text: Uint8Array.of(0, 1, 255) };
      expect(await theirs().exportAll({ package: '"p"' })).toEqual(chunk);
    });
  });
});

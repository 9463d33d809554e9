import { fetchTransport, memoryTransport } from '@soapwright/runtime/client';
import * as portable from '../../runtime/src/bytes/portable-bytes.ts';
import { bytesCases } from './bytes-cases.ts';
import type { Case } from './case.ts';
import { messageCases } from './message-cases.ts';
import { oddCases } from './odd-cases.ts';
import { roundTrips } from './round-trips.ts';
import { serverCases } from './server-cases.ts';
import { signInCases } from './sign-in-cases.ts';
import { siteHandler } from './site.ts';

const site = siteHandler();

/** What holds on every platform. */
export const suite: readonly Case[] = [
  ...bytesCases('portable', portable),
  ...serverCases,
  ...roundTrips('in memory', () => memoryTransport({ fetch: (request) => site(request) })),
  ...roundTrips('fetch', () => fetchTransport()),
  ...oddCases,
  ...signInCases,
  ...messageCases,
];

import type { EverythingHandlers } from '../golden/everything/expected/server.ts';

/** Handlers that return their input, or the minimum. */
export const echo: EverythingHandlers = {
  Echo: ({ Values }) => Values,
  EchoMapped: ({ Mapped }) => Mapped,
  EchoRestricted: ({ Restricted }) => Restricted,
  EchoContent: ({ Payment }) => Payment,
  EchoMarkup: (request) => request,
  EchoAnimals: (request) => request,
  EchoCommon: (request) => request,
  Find: ({ Query }) => [Query],
  Notify: () => undefined,
  Describe: ({ Text, limit }) => ({ $text: '1.50', currency: `${Text}${limit}` }),
  Ping: (text) => text.length,
};

import { memoryTransport } from '@soapwright/runtime/client';
import { expect, it } from 'vitest';
import { GreeterClient } from '../generated/greeter/client.js';
import { createGreeterServer } from '../generated/greeter/server.js';
import { handlers } from '../src/handlers/index.js';

// Whole messages, without a port.
const client = new GreeterClient({ transport: memoryTransport(createGreeterServer(handlers, { state: {} })) });

it('greets as often as the caller asks', async () => {
  const { Text } = await client.Greet({ Name: 'Anna', Times: 2 });
  expect(Text).toEqual(['Hello, Anna!', 'Hello, Anna!']);
});

it('refuses to greet without end', async () => {
  await expect(client.Greet({ Name: 'Anna', Times: 1_000 })).rejects.toThrow('Times must be from 1 to 100.');
});

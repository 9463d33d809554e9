import { SoapFault } from '@soapwright/runtime/server';
import type { Greeting, GreetRequest } from '../../generated/greeter/server.js';
import type { Context } from './context.js';

/** Greets a person. */
export async function Greet({ Name, Times = 1 }: GreetRequest, _context: Context): Promise<Greeting> {
  if (Times < 1 || Times > 100) throw SoapFault.sender('InvalidTimes', 'Times must be from 1 to 100.');
  return { Text: Array.from({ length: Times }, () => `Hello, ${Name}!`), At: new Date() };
}

import { DateTime } from '@soapwright/runtime';
import type { ForeignAnswer } from '../support/case.ts';
import type { Call, TheirClient } from '../support/directions.ts';
import { runProgram } from '../support/program.ts';

const statuses = ['new', 'on its way', '3'];

/** Values in the notation of `client.cpp`, in which fields have no names. */
function tokensOf(value: unknown, field?: string): readonly string[] {
  if (value === undefined || value === null) return ['~'];
  if (field === 'status') return [String(statuses.indexOf(String(value)))];
  if (field === 'packed' && value instanceof DateTime) return [String(value.toDate().getTime() / 1000)];
  if (value instanceof Uint8Array) return [Buffer.from(value).toString('hex')];
  if (Array.isArray(value)) return [String(value.length), ...value.flatMap((item) => tokensOf(item))];
  if (typeof value === 'boolean') return [value ? '1' : '0'];
  if (typeof value !== 'object' || value instanceof DateTime) return [encoded(String(value))];
  return Object.entries(value).flatMap(([name, one]) => tokensOf(one, name));
}

const encoded = (text: string): string =>
  text.replaceAll(/[\t\n\r%]/g, (character) => `%${Buffer.from(character).toString('hex').toUpperCase()}`);

/** The client that soapcpp2 generates, compiled. @param program path of `client.cpp`'s program. */
export const gsoapClient = (name: string, program: () => string): TheirClient => ({
  name,
  notation: (value) => tokensOf(value),
  async call(calls, { address }) {
    const lines = calls.map((one) => [one.operation, ...headerTokens(one), ...(one.sent as readonly string[])]);
    const input = lines.map((tokens) => `${tokens.join('\t')}\n`).join('');
    const output = await runProgram(program(), [address], { input });
    return output
      .split('\n')
      .slice(0, -1)
      .map((line, index) => answerOf(line, calls[index]?.responseHeaders ?? {}));
  },
});

/** `client.cpp` is given the values of header blocks before those of the request. */
const headerTokens = ({ requestHeaders = {} }: Call): readonly string[] => tokensOf(requestHeaders);

/** `client.cpp` prints header blocks after the response. */
function answerOf(line: string, responseHeaders: object): ForeignAnswer {
  const [outcome, ...tokens] = line.split('\t');
  const inBody = tokens.length - tokensOf(responseHeaders).length;
  if (outcome === 'ok') return { result: tokens.slice(0, inBody), headers: tokens.slice(inBody) };
  const [code = '', reason = '', ...detail] = tokens;
  return { fault: { code, reason, detail } };
}

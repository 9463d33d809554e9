import { describe, expect, it } from 'vitest';
import { type FetchLock, parseFetchLock, printFetchLock } from './fetch-lock.ts';

const file = (address: string) => ({ address, digest: 'a1', size: 3, written: 'b2' });
const lock: FetchLock = {
  address: 'https://example.com/billing?wsdl',
  allowHosts: ['schemas.example.com'],
  files: new Map([
    ['types.xsd', file('https://schemas.example.com/types.xsd')],
    ['billing.wsdl', file('https://example.com/billing?wsdl')],
  ]),
  incomplete: false,
};

describe('the lock file', () => {
  it('has an item a line, sorted, with addresses, digests and sizes', () => {
    expect(printFetchLock(lock)).toBe(`{
  "soapwright": 1,
  "address": "https://example.com/billing?wsdl",
  "allowHosts": [
    "schemas.example.com"
  ],
  "files": {
    "billing.wsdl": {
      "address": "https://example.com/billing?wsdl",
      "digest": "a1",
      "size": 3,
      "written": "b2"
    },
    "types.xsd": {
      "address": "https://schemas.example.com/types.xsd",
      "digest": "a1",
      "size": 3,
      "written": "b2"
    }
  }
}
`);
  });

  it('is read as it was written', () => {
    for (const incomplete of [false, true]) {
      const parsed = parseFetchLock(printFetchLock({ ...lock, incomplete }));
      expect(typeof parsed === 'string' ? parsed : { ...parsed, files: [...parsed.files].sort() }).toEqual({
        ...lock,
        incomplete,
        files: [...lock.files].sort(),
      });
    }
  });

  it.each([
    ['', 'it is not JSON'],
    ['<<<<<<< HEAD\n', 'it contains a merge conflict'],
    ['[]', 'it is not an object'],
    ['{}', 'it has no `soapwright`'],
    ['{"soapwright":2}', 'a newer soapwright wrote it'],
    ['{"soapwright":1,"address":"file:///etc/passwd"}', '`address` is not an address'],
    ['{"soapwright":1,"address":"http://me:secret@h/"}', '`address` contains credentials'],
    ['{"soapwright":1,"address":"http://h/"}', '`files` is not an object'],
    ['{"soapwright":1,"address":"http://h/","files":{},"allowHosts":1}', '`allowHosts` is not a list of hosts'],
    ['{"soapwright":1,"address":"http://h/","files":{"../a":{}}}', 'it lists "../a", which is outside of its folder'],
    [
      '{"soapwright":1,"address":"http://h/","files":{"a":{"address":"x"}}}',
      '"a" has no address, digest, size and digest of the written file',
    ],
  ])('%s is rejected: %s', (text, reason) => expect(parseFetchLock(text)).toBe(reason));
});

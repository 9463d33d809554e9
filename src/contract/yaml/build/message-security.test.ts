import { expect, it } from 'vitest';
import { loadContract } from '../load.ts';

function problems(security: string): readonly string[] {
  const text = `soapwright: 1
service: Billing
namespace: urn:billing/
address: https://billing.example/
security: ${security}
operations: { Find: { request: { Number: string }, response: { Name: string } } }
`;
  return loadContract({ file: 'a.yaml', text }).diagnostics.map(
    ({ code, line, message }) => `${code} ${line} ${message}`,
  );
}

it.each([
  ['{ assertion: holder-of-key }', 'an assertion of holder-of-key needs a signature'],
  ['{ signature: { of: requests }, encryption: {} }', 'with encryption, requests and responses are signed'],
  ['{ signature: { of: requests, confirmed: true } }', 'responses that are not signed confirm nothing'],
  ['{ signature: { parts: [] } }', 'a signature without parts needs a timestamp'],
  ["{ signature: { parts: ['{urn:a}To'] }, encryption: {} }", 'what is encrypted is signed, too'],
  ['{ encryption: { signature: true } }', 'there is no signature to encrypt'],
  ['{ signature: {}, encryption: { signature: true, first: true } }', 'encrypted first is not encrypted'],
  ["{ encryption: { parts: ['{urn:a}*'] } }", 'header blocks are encrypted by their names'],
  ['{ signature: {}, encryption: {}, algorithmSuite: Basic256Sha256 }', 'Basic256Sha256 has AES-CBC'],
  ['{ signature: { parts: [Headers] } }', 'Headers go with the Body'],
  ['{ signature: { certificate: true }, serviceKey: thumbprint }', 'a certificate that is only named cannot be signed'],
  ['{ signature: {}, assertion: holder-of-key, callerKey: thumbprint }', 'names the key itself'],
  ['{ signature: { of: requests }, assertion: sender-vouches }', 'needs signed responses'],
  ['{ signature: { parts: [Bdy] } }', 'there is no part "Bdy"'],
])('security: %s is an error at its place', (security, reason) => {
  const found = problems(security);
  expect(found).toHaveLength(1);
  expect(found[0]).toMatch(/^SW1394 5 /);
  expect(found[0]).toContain(reason);
});

it('suites that are refused are not words of a contract', () => {
  expect(problems('{ encryption: {}, algorithmSuite: TripleDes }')).toEqual([expect.stringContaining('TripleDes')]);
  expect(problems('{ signature: {}, encryption: { first: true }, algorithmSuite: Basic256Sha256 }')).toEqual([]);
});

import { describe, expect, it } from 'vitest';
import {
  body,
  demandsOf,
  normal,
  plainContract,
  policyRows,
  policyText,
  signing,
} from '../../../test/support/security/policy-table.ts';
import { type Contract, demandText } from '../model/index.ts';
import { withSecurity } from './security-policy.ts';

const versions = {
  '1.1': 'http://schemas.xmlsoap.org/ws/2005/07/securitypolicy',
  '1.2': 'http://docs.oasis-open.org/ws-sx/ws-securitypolicy/200702',
  '1.3': 'http://docs.oasis-open.org/ws-sx/ws-securitypolicy/200802',
};
const attachments = { '1.5': 'http://www.w3.org/ns/ws-policy', '1.2': 'http://schemas.xmlsoap.org/ws/2004/09/policy' };

describe('policies and their normal forms', () => {
  it.each(policyRows)('demand the same: $assertion', ({ policy, normal: alternatives = [policy], demands }) => {
    for (const version of Object.values(versions)) {
      for (const attachment of Object.values(attachments)) {
        expect(demandsOf(policyText(policy, version, attachment))).toEqual(demands);
        expect(demandsOf(policyText(normal(...alternatives), version, attachment))).toEqual(demands);
      }
    }
  });

  it('demand one thing of all messages: parts of some operations alone are not met', () => {
    const [operation] = plainContract.bindings[0]?.operations ?? [];
    const twice: Contract = {
      ...plainContract,
      bindings: plainContract.bindings.map((binding) => ({
        ...binding,
        extensions: [policyText(signing)],
        operations:
          operation === undefined
            ? []
            : [
                { ...operation, extensions: [policyText(body)] },
                { ...operation, name: 'Other' },
              ],
      })),
    };
    const security = withSecurity(twice).services[0]?.ports[0]?.security ?? [];
    expect(security.map(demandText)).toEqual(['timestamp, SignedParts']);
  });
});

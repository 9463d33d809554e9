import { SoapFault } from '@soapwright/runtime/server';
import { wsse } from './names.ts';

/** The faults of WS-Security 1.1, 12, that are sent. */
type Code = 'FailedAuthentication' | 'InvalidSecurity' | 'InvalidSecurityToken' | 'MessageExpired';

const reasons: Readonly<Record<Code, string>> = {
  FailedAuthentication: 'The security token could not be authenticated or authorized.',
  InvalidSecurity: 'An error was discovered processing the Security header.',
  InvalidSecurityToken: 'An invalid security token was provided.',
  MessageExpired: 'The message has expired.',
};

/** A fault about the Security header. All of a code are equal: a caller does not learn which check has failed. */
export function securityFault(code: Code): SoapFault {
  return new SoapFault({
    code: 'Sender',
    subcode: { namespace: wsse, local: code },
    reason: reasons[code],
    detailXml: '',
  });
}

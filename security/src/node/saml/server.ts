import type { HandlerContext } from '@soapwright/runtime/server';
import { type PrincipalAuthentication, principalOf } from '@soapwright/runtime/server/authentication';
import { securityFault } from '../../faults.ts';
import { securityHeader } from '../../names.ts';
import { samlNames } from '../../saml/saml-names.ts';
import { securityDocument } from '../../security-block.ts';
import { SecurityError } from '../../security-error.ts';
import { isNamed } from '../../xml-elements.ts';
import { type AssertionOptions, useAssertion, type VerifiedAssertion, verifyAssertion } from './verify-assertion.ts';

export interface AssertionTokenOptions<Principal> extends Omit<AssertionOptions, 'methods'> {
  /** Returns the caller, or undefined to reject the assertion. Default: the assertion itself. */
  readonly authenticate?:
    | ((
        assertion: VerifiedAssertion,
        context: HandlerContext<unknown>,
      ) => Principal | undefined | Promise<Principal | undefined>)
    | undefined;
  /** Called with the reason for each rejected assertion; the caller gets the same fault for all reasons. */
  readonly onRejected?: ((reason: SecurityError, context: HandlerContext<unknown>) => void) | undefined;
}

/** The most characters of a Security header block with an assertion. */
const mostCharacters = 256 * 1024;

/**
 * Authentication of callers by a bearer assertion of SAML 2.0, for `createServer(…, { authentication })`: who has it may use
 * it, so it is for https. For assertions of holders of keys and of senders that vouch, use `assertions` of
 * `serverMessageSecurity`.
 *
 * All rejected assertions get the fault wsse:FailedAuthentication.
 */
export function assertionTokens<Principal = VerifiedAssertion>(
  options: AssertionTokenOptions<Principal>,
): PrincipalAuthentication<Principal> {
  const { authenticate = (assertion: VerifiedAssertion) => assertion as Principal, onRejected } = options;
  const verify = async (context: HandlerContext<unknown>): Promise<VerifiedAssertion> => {
    const document = securityDocument(context.headerBlocks, mostCharacters);
    const found = document?.root.children.filter((child) => isNamed(child, samlNames.assertion)) ?? [];
    const [element, ...others] = found;
    if (document === undefined || element === undefined || others.length > 0) {
      throw new SecurityError('token', 'The message does not have exactly one assertion.');
    }
    const assertion = await verifyAssertion(document, element, { ...options, methods: ['bearer'] });
    await useAssertion(assertion, options);
    return assertion;
  };
  return {
    understood: [securityHeader],
    isPresent: ({ headerBlocks }) => {
      const document = securityDocument(headerBlocks, mostCharacters);
      return document?.root.children.some((child) => isNamed(child, samlNames.assertion)) === true;
    },
    async authenticate(context) {
      const assertion = await verify(context).catch((error: unknown) => {
        if (!(error instanceof SecurityError)) throw error;
        onRejected?.(error, context);
        throw securityFault('FailedAuthentication');
      });
      const principal = await authenticate(assertion, context);
      if (principal === undefined || principal === null) throw securityFault('FailedAuthentication');
      return principal;
    },
    principal: (context) => principalOf(context) as Principal,
  };
}

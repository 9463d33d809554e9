/** What HTTP authentication of clients has on Node beyond `@soapwright/runtime/client/authentication`. */

export type { HttpProxy } from '../../node/http-proxy.ts';
export { type KerberosClient, type KerberosPackage, type NegotiateOptions, negotiate } from './negotiate.ts';
export { type NtlmOptions, ntlm } from './ntlm.ts';
export { type EnvironmentProxyOptions, environmentProxy, httpProxy, type ProxyOptions } from './proxy.ts';

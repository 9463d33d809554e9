import type { Interceptor } from '@soapwright/runtime/client';
import { security } from '../client.ts';

/** An account of a camera or another device. */
export interface OnvifOptions {
  readonly user: string;
  readonly password: string;
  /**
   * Returns the device's time, in milliseconds since 1970: call its GetSystemDateAndTime by a client without this profile,
   * since it needs no sign-in. Called once; by default the clocks are taken as equal.
   */
  readonly deviceTime?: (() => Promise<number>) | undefined;
}

/**
 * Signs calls of ONVIF devices in by a UsernameToken with a digest, by the device's clock. Devices that want HTTP Digest get
 * it by `authentication: digest(user, password, { allowHttp: true })` beside it.
 *
 * @see https://www.onvif.org/specs/core/ONVIF-Core-Specification.pdf 5.9.4
 */
export function onvif({ user, password, deviceTime }: OnvifOptions): Interceptor {
  let difference: Promise<number> | undefined;
  return (next) => async (call) => {
    difference ??= deviceTime?.().then((time) => time - Date.now()) ?? Promise.resolve(0);
    let ahead: number;
    try {
      ahead = await difference;
    } catch (error) {
      // The next call asks again.
      difference = undefined;
      throw error;
    }
    const now = (): number => Date.now() + ahead;
    return await security({ usernameToken: { user, password, type: 'digest' }, now })(next)(call);
  };
}

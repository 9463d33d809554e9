import { createGateway, openService } from 'soapwright/dynamic';
import wsdl from '../wsdl/weather.wsdl';

/** Opened by the first request, kept by the worker. @type {Promise<import('soapwright/dynamic').Gateway> | undefined} */
let opened;

export default {
  /** @param {Request} request @param {{ SERVICE: string, TOKEN?: string }} env */
  async fetch(request, env) {
    // The gateway authenticates nobody: its callers are checked here. Without the secret, nobody is let in.
    const isKnown = env.TOKEN && request.headers.get('authorization') === `Bearer ${env.TOKEN}`;
    if (!isKnown) return new Response(null, { status: 401 });
    opened ??= openService(wsdl, { address: env.SERVICE }).then((service) =>
      createGateway(service, { safe: ['GetForecast'] }),
    );
    return (await opened).fetch(request);
  },
};

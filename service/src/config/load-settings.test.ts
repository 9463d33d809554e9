import { describe, expect, it } from 'vitest';
import { flagOf, loadSettings, SettingsError, traceSettings, variableOf } from './load-settings.ts';
import { chunkOverBody } from './settings.ts';
import { FileProblems } from './yaml-document.ts';

const load = (text: string | undefined, environment = {}, flags = {}) =>
  loadSettings({ file: text === undefined ? undefined : { name: '/etc/rfs/rfs.yaml', text }, environment, flags });
const faultOf = (...args: Parameters<typeof load>): string => {
  try {
    load(...args);
    return '';
  } catch (error) {
    if (!(error instanceof SettingsError || error instanceof FileProblems)) throw error;
    return error.message;
  }
};

describe('settings', () => {
  it('have defaults that serve only this machine', () => {
    expect(load(undefined)).toMatchObject({
      data: './data',
      host: '127.0.0.1',
      port: 8080,
      rateLimit: true,
      trustProxy: false,
    });
    expect(load('')).toEqual(load(undefined));
  });

  it('have the precedence flags, environment, file', () => {
    const file =
      'port: 1\nhost: file\ndata: data\nrateLimit: { enabled: false, key: 5 }\ntls: { cert: c.pem, key: /k.pem }\n';
    const environment = { RFS_PORT: '2', RFS_HOST: 'environment', RFS_PUBLIC_URL: 'https://x.example/base' };
    const settings = load(file, environment, { port: '3' });
    expect(settings).toMatchObject({ port: 3, host: 'environment', publicUrl: 'https://x.example/base' });
    expect(settings).toMatchObject({ rateLimit: false, rateLimitKey: 5, rateLimitAccount: 10 });
  });

  it('resolve paths in the file from the folder of the file', () => {
    expect(load('data: data\ntls: { cert: c.pem, key: /k.pem }')).toMatchObject({
      data: '/etc/rfs/data',
      tlsCert: '/etc/rfs/c.pem',
      tlsKey: '/k.pem',
    });
  });

  it('are all named if invalid, with their origin', () => {
    expect(
      faultOf(undefined, { RFS_PORT: '65536', RFS_RATE_LIMIT: 'maybe' }, { publicUrl: 'x', logLevel: 'loud' }),
    ).toBe(
      [
        'The environment variable RFS_PORT must be a whole number from 0 to 65535.',
        'The flag --public-url must be an http or https address.',
        'The environment variable RFS_RATE_LIMIT must be true or false.',
        'The flag --log-level must be debug, info, warn, error or silent.',
      ].join('\n'),
    );
    expect(faultOf('port: x\nprot: 1\ntls: { cert: a, kee: b }\nrateLimit: 5\n')).toBe(
      [
        '/etc/rfs/rfs.yaml:1:7: port must be a whole number from 0 to 65535.',
        `/etc/rfs/rfs.yaml:2:1: The configuration has no field prot. It has: admin, auditDays, clockDays, data, database, drainSeconds, encryption, hooksFile, host, limits, logLevel, objects, operator, port, providerSeconds, publicUrl, quarantineDays, quota, rateLimit, scim, serviceKeyFile, sessionHours, shares, signInMinutes, stopSeconds, sweepMinutes, timeouts, tls, tracing, trustProxy, tus, uploadHours.`,
        '/etc/rfs/rfs.yaml:3:17: tls has no field kee. It has: cert, hsts, key.',
        '/etc/rfs/rfs.yaml:4:12: rateLimit must be a map of fields.',
      ].join('\n'),
    );
  });

  it('are in one document', () => {
    const text = 'port: 1\n---\nport: 2\n';
    expect(() => loadSettings({ file: { name: 'rfs.yaml', text }, environment: {}, flags: {} })).toThrow(
      'rfs.yaml:2:1: A second document starts here. A file must have one.',
    );
  });

  it('require certificate and key together', () => {
    expect(faultOf(undefined, {}, { tlsCert: 'c.pem' })).toContain('belong together');
  });

  it('accept sizes in bytes or in binary units, and nothing else', () => {
    const sizes = ['65536', '64 KiB', '64KiB', '1GiB', '3 TiB', '5 B'];
    expect(sizes.map((limitsBody) => load(undefined, {}, { limitsBody }).limitsBody)).toEqual([
      65_536,
      65_536,
      65_536,
      2 ** 30,
      3 * 2 ** 40,
      5,
    ]);
    for (const limitsBody of ['0', '-1', '1.5 MiB', '64 MB', '1e3', '99999999999 TiB', 'MiB']) {
      expect(faultOf(undefined, {}, { limitsBody })).toBe(
        'The flag --limits-body must be a number of bytes, such as 65536 or 64 MiB.',
      );
    }
  });

  it('report when the largest chunk does not fit into a body in base64', () => {
    const check = (limitsChunk: string, limitsBody: string): string | undefined =>
      chunkOverBody(load(undefined, {}, { limitsChunk, limitsBody }));
    expect(check('48 MiB', '64 MiB')).toBe(
      'limits.chunk (50331648) does not fit into limits.body (67108864) in base64',
    );
    expect(check('47 MiB', '64 MiB')).toBeUndefined();
    expect(check('48 MiB', '65 MiB')).toBeUndefined();
    // The default: such chunks are streamed.
    expect(check('1 GiB', '64 MiB')).toBeUndefined();
    expect(chunkOverBody(load(undefined))).toBeUndefined();
  });

  it('have their origin', () => {
    const { sources } = traceSettings({
      file: { name: '/etc/rfs.yaml', text: 'host: file\nadmin:\n  port: 9100\nport: 1\n' },
      environment: { RFS_PORT: '2', RFS_LIMITS_CHUNK: '1 MiB' },
      flags: { port: '3' },
    });
    expect(sources).toMatchObject({
      port: 'flag --port',
      limitsChunk: 'environment RFS_LIMITS_CHUNK',
      host: '/etc/rfs.yaml:1:7',
      adminPort: '/etc/rfs.yaml:3:9',
      data: 'default',
    });
  });

  it('require different ports for operator and callers', () => {
    expect(faultOf('port: 8080\nadmin: { port: 8080 }')).toContain('admin.port must differ from port');
    expect(load('port: 0\nadmin: { port: 0 }').adminPort).toBe(0);
  });

  it('have an environment variable and a flag each', () => {
    expect(variableOf('rateLimitSeconds')).toBe('RFS_RATE_LIMIT_SECONDS');
    expect(flagOf('serviceKeyFile')).toBe('--service-key-file');
  });
});

import { describe, expect, it } from 'vitest';
import { hostRule } from './operator-hosts.ts';

describe("hosts of requests to the operator's endpoints", () => {
  const local = ['localhost', 'LOCALHOST:9090', '127.0.0.1', '127.1.2.3:80', '[::1]', '[::1]:9090', undefined];
  const rebound = [
    'evil.example',
    'evil.example:9090',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    'a:b',
    '[',
    '',
  ];

  it.each(['127.0.0.1', 'localhost', '::1'])('P4: on %s are names and addresses of this machine', (listensOn) => {
    const rule = hostRule(listensOn, undefined);
    for (const host of local) expect(rule(host)).toBe(true);
    for (const host of [...rebound, '10.0.0.7:9090', '192.168.1.2']) expect(rule(host)).toBe(false);
  });

  it('P4: on loopback may be names that the operator has set', () => {
    const rule = hostRule('127.0.0.1', 'metrics.example, Other', 'https://files-admin.example:8443/base', undefined);
    for (const host of ['metrics.example:9090', 'other', 'files-admin.example', ...local])
      expect(rule(host)).toBe(true);
    for (const host of [...rebound, 'example', 'x.metrics.example']) expect(rule(host)).toBe(false);
  });

  it('on other addresses are all, as probes of Kubernetes and Prometheus send them', () => {
    const rule = hostRule('0.0.0.0', undefined, 'https://files-admin.example');
    for (const host of ['10.244.1.7:9090', '[fd00::7]:9090', 'rfs-0.rfs.svc:9090', ...local])
      expect(rule(host)).toBe(true);
  });

  it('on other addresses with admin.hosts are these names, and addresses, which nobody can rebind', () => {
    const rule = hostRule('10.0.0.7', 'rfs.internal');
    for (const host of ['rfs.internal:9090', '10.244.1.7:9090', '[fd00::7]:9090', ...local])
      expect(rule(host)).toBe(true);
    for (const host of rebound) expect(rule(host)).toBe(false);
  });
});

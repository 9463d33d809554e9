import { describe, expect, it } from 'vitest';
import { readPackage } from '../common/package-version.ts';
import { missingDemoPackages } from './demo-packages.ts';

const { peerDependencies } = readPackage();
const notFound = (): never => {
  throw Object.assign(new Error('Cannot find module'), { code: 'MODULE_NOT_FOUND' });
};

describe('packages of the demonstration', () => {
  it('are installed in this repository', () => {
    expect(Object.keys(peerDependencies)).toEqual(['oidc-provider', 'selfsigned']);
    expect(missingDemoPackages()).toBeUndefined();
  });

  it('are named with the command that installs them, in one sentence, where they are missing', () => {
    const text = 'The demonstration needs packages that are not installed with the service: npm install';
    const [oidc, certificates] = Object.entries(peerDependencies).map((pair) => pair.join('@'));
    expect(missingDemoPackages(notFound)).toBe(`${text} ${oidc} ${certificates}`);
    expect(missingDemoPackages((name) => (name === 'selfsigned' ? notFound() : ''))).toBe(`${text} ${certificates}`);
  });

  it('count as installed when only import can load them', () => {
    const onlyImport = (): never => {
      throw Object.assign(new Error('No "exports" main defined'), { code: 'ERR_PACKAGE_PATH_NOT_EXPORTED' });
    };
    expect(missingDemoPackages(onlyImport)).toBeUndefined();
  });
});

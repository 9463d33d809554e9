import { once } from 'node:events';
import { Command } from 'commander';
import { expect, it } from 'vitest';
import { withDeprecatedOption } from './deprecated-option.ts';

it('a deprecated option works, is not in the help, and its use is told with its code', async () => {
  const command = new Command('call').option('--password-from <place>').exitOverride();
  withDeprecatedOption(command, '--password <place>', { code: 'SWDEP001', instead: '--password-from' });
  expect(command.helpInformation()).not.toContain('--password <place>');
  const warned = once(process, 'warning');
  command.parse(['--password', 'env:SECRET'], { from: 'user' });
  expect(command.opts()).toEqual({ password: 'env:SECRET' });
  expect(await warned).toMatchObject([
    { name: 'DeprecationWarning', code: 'SWDEP001', message: '--password is deprecated: use --password-from.' },
  ]);
});

import { type Outcome, runCases } from './case.ts';
import { suite } from './suite.ts';

/**
 * The suite as a bundle without a platform: for browsers, workers, and other hosts with Web APIs.
 *
 * @param only cases whose names begin so.
 */
export function runSuite(origin: string, browser: boolean, only = ''): Promise<Outcome> {
  const cases = suite.filter(({ name }) => name.startsWith(only));
  return runCases(cases, { origin, browser, transport: 'fetch' });
}

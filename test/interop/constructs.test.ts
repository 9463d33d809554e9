import { describe } from 'vitest';
import { callsOf } from './echo-run.ts';
import { startEverything, startLegacy } from './echo-servers.ts';
import { phpCases } from './everything-php.ts';
import { zeepCases } from './everything-zeep.ts';
import { nodeSoap, php, zeep } from './foreign.ts';
import { legacyCases, phpManner, zeepManner } from './legacy-cases.ts';
import { nodeSoapEverything, nodeSoapLegacy } from './node-soap-cases.ts';

/** Real foreign clients against servers of the golden contracts: every construct that they have. */
describe('everything', () => {
  callsOf(php, startEverything, phpCases);
  callsOf(zeep, startEverything, zeepCases);
  callsOf(nodeSoap, startEverything, nodeSoapEverything);
});

describe('legacy', () => {
  callsOf(php, startLegacy, legacyCases(phpManner));
  callsOf(zeep, startLegacy, legacyCases(zeepManner));
  callsOf(nodeSoap, startLegacy, nodeSoapLegacy);
});

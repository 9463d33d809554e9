import { testLocks } from '../../../test/support/service/lock-suite.ts';

testLocks('locks of folders');

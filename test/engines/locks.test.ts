import { testLocks } from '../support/service/lock-suite.ts';

testLocks('locks of folders on PostgreSQL and an S3 store');

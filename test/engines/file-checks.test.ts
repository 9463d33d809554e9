import { testFileChecks } from '../support/service/file-check-suite.ts';

testFileChecks('files that are checked, in an object store');

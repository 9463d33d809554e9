import { testFileChecks } from '../../../test/support/service/file-check-suite.ts';

testFileChecks('files that are checked, on the disk');

import { testUploadStore } from '../../../test/support/service/upload-store-suite.ts';
import { accepted, type FileCheck } from '../checks/file-check.ts';

const acceptAll: FileCheck = {
  name: 'all',
  target: 'a test',
  timeout: 60_000,
  withoutVerdict: 'reject',
  check: async () => accepted,
};

testUploadStore('uploads to the disk');
testUploadStore('uploads to the disk that are checked', { checks: [acceptAll] });

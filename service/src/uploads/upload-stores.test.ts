import { testUploadStore } from '../../../test/support/service/upload-store-suite.ts';

testUploadStore('uploads to the disk');

import { testUploadStore } from '../support/service/upload-store-suite.ts';

// The servers of the engines are the store of every service that a test starts.
testUploadStore('uploads to an object store, by the tests of all stores');

import { testEncryption } from '../support/service/encryption-suite.ts';

testEncryption('sealed files on PostgreSQL and an S3 store');

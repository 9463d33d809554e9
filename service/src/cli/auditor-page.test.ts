import { testConsolePage } from '../../../test/support/service/console-page.ts';

testConsolePage('service/answer-an-auditor.md', 26, { RFS_ENCRYPTION: 'true' });

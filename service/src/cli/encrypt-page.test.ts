import { testConsolePage } from '../../../test/support/service/console-page.ts';

testConsolePage('service/encrypt-at-rest.md', 11, { RFS_ENCRYPTION: 'true' });

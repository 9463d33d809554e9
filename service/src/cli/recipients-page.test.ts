import { testConsolePage } from '../../../test/support/service/console-page.ts';

testConsolePage('service/share-with-recipients.md', 18);

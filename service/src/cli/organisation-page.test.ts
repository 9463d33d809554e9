import { testConsolePage } from '../../../test/support/service/console-page.ts';

testConsolePage('service/accounts-of-an-organisation.md', 12);

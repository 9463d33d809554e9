import { testConsolePage } from '../../../test/support/service/console-page.ts';

testConsolePage('service/a-year-with-the-service.md', 21);

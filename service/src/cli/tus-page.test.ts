import { testConsolePage } from '../../../test/support/service/console-page.ts';

testConsolePage('service/upload-with-tus.md', 9);

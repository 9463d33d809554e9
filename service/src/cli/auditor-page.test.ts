import { testConsolePage } from '../../../test/support/service/console-page.ts';

testConsolePage('service/answer-an-auditor.md', 20);

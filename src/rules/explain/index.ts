/**
 * The pages of `soapwright explain`. The bundle has this module in a separate file (rolldown.config.js), which only
 * `explain` loads.
 */
export {
  type BreakingPage,
  type CodePage,
  type ErrorPage,
  listText,
  type Page,
  pageOf,
  pages,
  pageText,
  type RulePage,
} from './explain-pages.ts';

import type { Answer } from '../answer.ts';
import type { RequestHead } from '../head.ts';
import type { Site } from '../pages/site.ts';

/** What a form is taken with. */
export interface FormHost {
  readonly site: Site;
  /** Logs that a post is refused by HTTP alone; answers headers, names and values in turn. */
  logRefused(status: number): readonly string[];
  /** Answers what failed that should not (rule W4). */
  accident(error: unknown, operation: string): Answer;
  /** Answers a SOAP request as one that came over the network. @param body of the length that the head says. */
  dispatch(head: RequestHead, body: Uint8Array): Answer | Promise<Answer>;
}

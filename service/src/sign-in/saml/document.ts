import { parseXml, type XmlElement } from './dom.ts';
import { refused } from './fault.ts';
import { checkForm } from './form.ts';

/**
 * The root of a token whose form was checked. The tree holds elements and text alone.
 *
 * @throws {Refusal} `SignInRefused`.
 */
export function parseDocument(xml: string): XmlElement {
  checkForm(xml);
  let complaints = 0;
  const root = parseXml(xml, () => {
    complaints += 1;
  });
  // The form leaves nothing to complain of; whatever a parser repairs is refused all the same.
  if (complaints > 0 || root === undefined) throw refused('not well-formed');
  return root;
}

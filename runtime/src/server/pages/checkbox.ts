import { attribute, type Html, html } from './html.ts';

/** @param about the name of the field, for those who hear the label alone. */
export function checkbox(name: string, label: string, about: string, checked: boolean): Html {
  const mark = attribute('checked', checked ? '' : undefined);
  return html`<label class="box"><input type="checkbox" name="${name}" value="1"${mark} />${label}<span class="unseen"> ${about}</span></label>`;
}

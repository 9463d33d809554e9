import { attribute, type Html, html, nothing } from './html.ts';

/** @param about the name of the field, for those who hear the label alone; undefined where the label says it all. */
export function checkbox(name: string, label: string, about: string | undefined, checked: boolean): Html {
  const mark = attribute('checked', checked ? '' : undefined);
  const rest = about === undefined ? nothing : html`<span class="unseen"> ${about}</span>`;
  return html`<label class="box"><input type="checkbox" name="${name}" value="1"${mark} />${label}${rest}</label>`;
}

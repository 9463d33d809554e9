/** Names with `{operation}` and `{name}` for their variable parts. */

/** A name as a contract has it, with what could be replaced in it. */
export interface Templated {
  readonly text: string;
  readonly values: Readonly<Record<string, string>>;
}

/**
 * The template that most of the names follow; `otherwise` if none is followed by more.
 *
 * @param otherwise the template of a contract that states none.
 */
export function commonTemplate(all: readonly Templated[], otherwise: string): string {
  const counts = new Map<string, number>([[otherwise, 0]]);
  for (const one of all) {
    for (const template of templatesOf(one)) counts.set(template, (counts.get(template) ?? 0) + 1);
  }
  const best = [...counts].sort(([, one], [, other]) => other - one)[0];
  const usual = all.filter((one) => expanded(otherwise, one.values) === one.text).length;
  return best !== undefined && best[1] > usual ? best[0] : otherwise;
}

/** All templates that yield a name: with some of its values replaced, the longest value first. */
function templatesOf({ text, values }: Templated): ReadonlySet<string> {
  let templates = new Set([text]);
  const names = Object.keys(values).sort((one, other) => (values[other] ?? '').length - (values[one] ?? '').length);
  for (const name of names) {
    const value = values[name] ?? '';
    if (value === '') continue;
    const replaced = [...templates]
      .filter((one) => one.includes(value))
      .map((one) => one.replaceAll(value, `{${name}}`));
    templates = new Set([...templates, ...replaced]);
  }
  // Of two templates that as many names follow, the one with fewer letters of its own is better.
  return new Set([...templates].reverse().filter((one) => expanded(one, values) === text));
}

export function expanded(template: string, values: Templated['values']): string {
  return template.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
}

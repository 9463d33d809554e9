/** Findings that are listed; of more, their number. */
const mostShown = 300;

/**
 * Lists diagnostics with a button for each place.
 *
 * @param {HTMLElement} element
 * @param {readonly object[]} findings
 * @param {{ nothing: string, before?: readonly string[], goTo: (finding: object) => void }} options `before`: lines above
 */
export function showFindings(element, findings, { nothing, before = [], goTo }) {
  const paragraphs = [...before, ...(findings.length === 0 ? [nothing] : [])].map(paragraph);
  const list = document.createElement('ul');
  list.append(...findings.slice(0, mostShown).map((finding) => item(finding, goTo)));
  const rest = findings.length - mostShown;
  element.replaceChildren(...paragraphs, ...(findings.length === 0 ? [] : [list]));
  if (rest > 0) element.append(paragraph(`And ${rest} more.`));
}

function item(finding, goTo) {
  const { file, line, column, severity, code, message, remedy } = finding;
  const element = document.createElement('li');
  const badge = span(`severity ${severity}`, severity === 'info' ? 'hint' : severity);
  element.append(badge, ' ');
  if (file !== undefined) {
    const place = document.createElement('button');
    place.type = 'button';
    place.className = 'place';
    place.textContent = [file, line, column].filter((part) => part !== undefined).join(':');
    place.addEventListener('click', () => goTo(finding));
    element.append(place, ' ');
  }
  element.append(message, ' ', span('remedy', [remedy, code].filter((text) => text).join(' ')));
  return element;
}

function span(className, text) {
  const element = document.createElement('span');
  element.className = className;
  element.textContent = text;
  return element;
}

function paragraph(text) {
  const element = document.createElement('p');
  element.textContent = text;
  return element;
}

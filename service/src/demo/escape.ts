const references: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text as it stands between tags or in a quoted attribute, in XML and in HTML. */
export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => references[character] ?? '');
}

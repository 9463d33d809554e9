/**
 * What e-mails, UserNames, company codes and administrators' names are compared by: NFC without regard to case. Going
 * through upper case first makes one of `ß` and `ss`, and of the two small sigmas; and through lower case before that,
 * since the capital `ẞ` is its own upper case.
 */
export function fold(text: string): string {
  return text.normalize('NFC').toLowerCase().toUpperCase().toLowerCase().normalize('NFC');
}

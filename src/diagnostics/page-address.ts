/**
 * The address of a page of `soapwright explain` on the site, which stays the same over releases.
 *
 * @param id of a rule, a diagnostic (`SW1201`) or an error of the runtime (`ClientError.timeout`)
 */
export function pageAddress(id: string): string {
  return `https://soapwright.github.io/soapwright/codes/${id.replace('.', '-')}.html`;
}

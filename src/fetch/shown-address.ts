/** An address as messages show it: without user name and password. */
export function shownAddress(address: URL): string {
  if (address.username === '' && address.password === '') return address.href;
  const shown = new URL(address);
  shown.username = '';
  shown.password = '';
  return shown.href;
}

/** The pages of the handbook in the repository, as the alert rules name them. */
const page = 'https://github.com/soapwright/soapwright/blob/main/docs/service/bad-day.md';

/** Sections by codes of StorageErrors and of doctor's findings. */
const sections: Readonly<Record<string, string>> = {
  full: 'the-volume-is-full',
  'little-space': 'the-volume-is-full',
  'read-only': 'the-volume-is-read-only',
  'lost-database': 'the-database-is-lost',
  'database-damaged': 'the-database-is-damaged',
  'database-unreachable': 'the-primary-is-lost',
  uncertain: 'the-primary-is-lost',
  'store-unreachable': 'the-object-store-refuses',
  'clock-ahead': 'the-clock-is-ahead',
  'clock-behind': 'the-clock-is-behind',
  'certificate-expired': 'the-certificate-has-expired',
  'certificate-expiring': 'the-certificate-has-expired',
  'provider-unreachable': 'an-identity-provider-is-down',
  'hook-given-up': 'a-hook-fails',
  lost: 'a-file-has-changed',
};

/** The address of the section about a code; undefined for codes without one. */
export function handbookSection(code: string): string | undefined {
  const section = sections[code];
  return section === undefined ? undefined : `${page}#${section}`;
}

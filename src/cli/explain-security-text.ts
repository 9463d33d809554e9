import type {
  CertificateReport,
  Check,
  ItemReport,
  KeyReport,
  SecurityReport,
  SignatureReport,
} from './security/index.ts';

/** What is said of a message, in lines for a terminal. */
export function securityText({ soap, blocks, protection, problems }: SecurityReport): string {
  const lines = [`SOAP ${soap}`, ''];
  for (const { role, mustUnderstand, items } of blocks) {
    const address = role === undefined ? '' : ` for ${role}`;
    lines.push(`Security header block${address}${mustUnderstand ? ', must be understood' : ''}`);
    for (const item of items) lines.push(...itemLines(item).map((line) => `  ${line}`));
    lines.push('');
  }
  const width = Math.max(0, ...protection.map(({ element }) => element.length));
  for (const { element, signed, encrypted } of protection) {
    lines.push(`${element.padEnd(width)}  ${signedWords[signed].padEnd(24)}  ${encryptedWords[encrypted]}`.trimEnd());
  }
  lines.push('', ...(problems.length === 0 ? [resultOf(blocks)] : problems));
  return `${lines.join('\n')}\n`;
}

/** The last line about a message in which nothing is wrong. */
function resultOf(blocks: SecurityReport['blocks']): string {
  const items = blocks.flatMap((block) => block.items);
  const checks = items.flatMap((item): readonly Check[] => {
    if (item.kind !== 'signature') return 'check' in item ? [item.check] : [];
    return [item.trust, item.value, ...item.references.map(({ check }) => check)];
  });
  if (checks.some(({ verdict }) => verdict === 'unchecked')) return 'Nothing is wrong of what could be checked.';
  return items.some(({ kind }) => kind === 'signature')
    ? 'Nothing is wrong.'
    : 'Nothing is wrong, and nothing is signed.';
}

const signedWords = {
  yes: 'signed',
  wrong: 'signed, but wrong',
  unchecked: 'signed, not checked',
  no: 'not signed',
} as const;

const encryptedWords = { yes: 'encrypted', content: 'content encrypted', no: '' } as const;

function itemLines(item: ItemReport): readonly string[] {
  const id = item.id === undefined ? '' : ` ${item.id}`;
  switch (item.kind) {
    case 'timestamp': {
      const { created, expires, check } = item;
      const times = [
        ...(created === undefined ? [] : [`created ${created}`]),
        ...(expires === undefined ? [] : [`expires ${expires}`]),
      ];
      return [`Timestamp${id}: ${[...times, checkText(check, 'valid')].join(', ')}`];
    }
    case 'username-token': {
      const { user = 'nobody', password, nonce, created } = item;
      const times = created === undefined ? '' : `, created ${created}`;
      return [`UsernameToken${id}: ${user}, password: ${password}${nonce ? ', with a nonce' : ''}${times}`];
    }
    case 'token':
      return [
        `${item.name}${id}: ${checkText(item.check, 'valid')}`,
        ...item.certificates.flatMap(certificateText).map((line) => `  ${line}`),
      ];
    case 'signature':
      return signatureLines(item, id);
    case 'encrypted-key':
    case 'reference-list': {
      const { algorithm, key, encrypted, check } = item;
      const name = item.kind === 'encrypted-key' ? 'EncryptedKey' : 'ReferenceList';
      return [
        `${name}${id}${algorithm === undefined ? '' : `, ${algorithm}`}: ${checkText(check, 'decrypted')}`,
        ...(key === undefined ? [] : [`  for ${keyText(key)}`]),
        ...encrypted.map(({ uri, what = 'nothing in the message', algorithm: data = '' }) =>
          `  ${what} (${uri}) ${data}`.trimEnd(),
        ),
      ];
    }
    case 'other':
      return [`${item.name}${id}`];
  }
}

function signatureLines(
  { algorithm, canonicalization, key, trust, value, references }: SignatureReport,
  id: string,
): readonly string[] {
  return [
    `Signature${id}, ${algorithm}, ${canonicalization} canonical XML: ${checkText(value, 'right')}`,
    `  by ${key === undefined ? 'a key that is not named' : keyText(key)}`,
    `  key: ${checkText(trust, 'trusted')}`,
    ...references.map(
      ({ uri, element = 'nothing', digest, transforms, check }) =>
        `  ${element} (${[uri, digest, ...transforms].join(', ')}): ${checkText(check, 'right')}`,
    ),
  ];
}

function keyText({ namedBy, name, certificate }: KeyReport): string {
  const by = `named by ${namedBy}${name === undefined ? '' : ` ${name}`}`;
  if (certificate === undefined) return `a key ${by}`;
  return `${certificate.subject}, until ${certificate.validUntil.slice(0, 10)}, ${by}`;
}

function certificateText({
  subject,
  issuer,
  validFrom,
  validUntil,
  key,
  fingerprint,
}: CertificateReport): readonly string[] {
  const issued = issuer === subject ? 'self-signed' : `issued by ${issuer}`;
  return [
    `${subject}, ${issued}`,
    `${validFrom.slice(0, 10)} to ${validUntil.slice(0, 10)}, ${key}, SHA-256 ${fingerprint}`,
  ];
}

function checkText({ verdict, reason = '', hint }: Check, good: string): string {
  if (verdict === 'right') return good;
  const text = reason.replace(/\.$/, '');
  return verdict === 'wrong' ? `WRONG: ${text}${hint === undefined ? '' : `. ${hint}`}` : `not checked, ${text}`;
}

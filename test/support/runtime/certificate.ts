import { generateKeyPairSync, sign } from 'node:crypto';

function der(type: number, ...content: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(content);
  const { length } = body;
  const head = length < 128 ? [type, length] : [type, 0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from(head), body]);
}

const sequence = (...content: readonly Uint8Array[]): Buffer => der(0x30, ...content);
const bytes = (hex: string): Buffer => Buffer.from(hex, 'hex');

/** A new self-signed certificate for `localhost` (RFC 5280) and its key, both in PEM. */
export function selfSigned(): { cert: string; key: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const ecdsaWithSha256 = sequence(der(0x06, bytes('2a8648ce3d040302')));
  const commonName = sequence(der(0x06, bytes('550403')), der(0x0c, Buffer.from('localhost')));
  const name = sequence(der(0x31, commonName));
  const year = new Date().getUTCFullYear();
  const time = (each: number): Buffer => der(0x18, Buffer.from(`${each}0101000000Z`));
  const localhost = sequence(der(0x82, Buffer.from('localhost')));
  const alternativeNames = sequence(der(0x06, bytes('551d11')), der(0x04, localhost));
  const signed = sequence(
    der(0xa0, der(0x02, bytes('02'))),
    der(0x02, bytes('01')),
    ecdsaWithSha256,
    name,
    sequence(time(year - 1), time(year + 2)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(alternativeNames)),
  );
  const signature = der(0x03, bytes('00'), sign('sha256', signed, privateKey));
  const certificate = sequence(signed, ecdsaWithSha256, signature).toString('base64');
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${certificate.replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
  };
}

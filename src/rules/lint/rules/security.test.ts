import { describe, expect, it } from 'vitest';
import { commonStyle, inStyle, javaClassName, javaConstantName, stylesOf, wordsOf } from '../wording.ts';
import { looksPersonal, looksSecret } from './security.ts';

describe('unmarked-secret: names', () => {
  it.each([
    'Password',
    'password',
    'NewPassword',
    'PasswordConfirmation',
    'Password2',
    'PasswordHash',
    'user_pwd',
    'pass-phrase',
    'ClientSecret',
    'secret',
    'AccessToken',
    'token',
    'TokenValue',
    'APIKey',
    'API_KEY',
    'apikey',
    'PrivateKey',
    'FolderAccessKey',
    'Credentials',
    'ExternalOAuthCode',
    'PIN',
    'PinCode',
    'CVV2',
    'OTP',
    'VerificationCode',
    'ClientEncryptedPassword',
  ])('reports %s', (name) => {
    expect(looksSecret(name, 'text')).toBe(true);
  });

  it.each([
    'Keyboard',
    'Key',
    'PrimaryKey',
    'PublicKey',
    'SortKey',
    'KeyName',
    'TokenCount',
    'TokenType',
    'TokenExpiry',
    'Tokenizer',
    'PasswordPolicy',
    'PasswordHint',
    'PasswordChangedBy',
    'SecretaryName',
    'Secretary',
    'Pinned',
    'Spin',
    'PinColor',
    'Shipping',
    'CountryCode',
    'PostalCode',
    'ErrorCode',
    'Passport',
    'PassengerName',
    'Bypass',
    'Compass',
    'CompanyCode',
    'Monkey',
    'Donkey',
    'Turkey',
    'KeyPhrase',
    'AuthorName',
    'SessionId',
    'UserName',
    'Crypto',
    'ApiKeyId',
    'Tan_Line',
  ])('does not report %s', (name) => {
    expect(looksSecret(name, 'text')).toBe(false);
  });

  it('of numbers: a PIN is a secret, a token is not', () => {
    expect(looksSecret('Pin', 'number')).toBe(true);
    expect(looksSecret('SecurityCode', 'number')).toBe(true);
    expect(looksSecret('Token', 'number')).toBe(false);
    expect(looksSecret('Password', 'number')).toBe(false);
  });
});

describe('unmarked-personal: names', () => {
  it.each(['IBAN', 'customerIban', 'SSN', 'CardNumber', 'CreditCardNumber', 'TaxId', 'account_number'])(
    'reports %s',
    (name) => {
      expect(looksPersonal(name)).toBe(true);
    },
  );

  it.each(['OrderNumber', 'PhoneNumber', 'Company', 'IbanCount', 'CardType', 'AccountId2'])(
    'does not report %s',
    (name) => {
      expect(looksPersonal(name)).toBe(false);
    },
  );
});

describe('names', () => {
  it('are split into words', () => {
    expect(wordsOf('SSOLoginURL')).toEqual(['sso', 'login', 'url']);
    expect(wordsOf('API_KEY')).toEqual(['api', 'key']);
    expect(wordsOf('add-b.c')).toEqual(['add', 'b', 'c']);
    expect(wordsOf('iban2Text')).toEqual(['iban', '2', 'text']);
    expect(wordsOf('ÜberGröße')).toEqual(['über', 'größe']);
    expect(wordsOf('__')).toEqual([]);
  });

  it('fit one style or several', () => {
    expect(stylesOf('id')).toEqual(['camelCase', 'snake_case', 'kebab-case']);
    expect(stylesOf('ID')).toEqual(['PascalCase', 'UPPER_CASE']);
    expect(stylesOf('API_KEY')).toEqual(['UPPER_CASE']);
    expect(stylesOf('Weird_Name')).toEqual([]);
    expect(commonStyle(['Id', 'orderId', 'name'])).toEqual({ style: 'camelCase', count: 2 });
    expect(commonStyle([])).toBeUndefined();
  });

  it('are converted to another style', () => {
    const styles = ['PascalCase', 'camelCase', 'snake_case', 'UPPER_CASE', 'kebab-case'] as const;
    expect(styles.map((style) => inStyle('paid_at', style))).toEqual([
      'PaidAt',
      'paidAt',
      'paid_at',
      'PAID_AT',
      'paid-at',
    ]);
  });

  it('are converted as by JAXB', () => {
    expect(['SSOLoginURL', 'order_line', 'mixedCaseName', 'name-with.dots'].map(javaClassName)).toEqual([
      'SSOLoginURL',
      'OrderLine',
      'MixedCaseName',
      'NameWithDots',
    ]);
    expect(['mixedCase', 'in-transit', 'NEW', 'a1'].map(javaConstantName)).toEqual([
      'MIXED_CASE',
      'IN_TRANSIT',
      'NEW',
      'A_1',
    ]);
  });
});

import type { SimpleTypeName } from '../../contract/index.ts';
import type { Random } from './random.ts';

const firstNames = ['Anna', 'Ben', 'Clara', 'David', 'Emma', 'Felix', 'Grace', 'Henry', 'Ines', 'Jonas'];
const lastNames = ['Adams', 'Berger', 'Costa', 'Dubois', 'Evans', 'Fischer', 'Garcia', 'Hansen', 'Ito', 'Jensen'];
const companies = ['Acme Ltd', 'Northwind GmbH', 'Contoso Inc', 'Globex Corp', 'Initech AG'];
const streets = ['High Street', 'Station Road', 'Mill Lane', 'Park Avenue', 'Church Street'];
const cities = ['London', 'Berlin', 'Lisbon', 'Oslo', 'Vienna', 'Madrid', 'Prague'];
const countries = ['GB', 'DE', 'PT', 'NO', 'AT', 'ES', 'CZ'];
const countryNames = ['United Kingdom', 'Germany', 'Portugal', 'Norway', 'Austria', 'Spain', 'Czechia'];
const sentences = ['Delivered on time.', 'To be confirmed.', 'As agreed by phone.', 'No further details.'];
const words = ['alpha', 'bravo', 'delta', 'echo', 'lima', 'nova', 'oscar', 'sierra', 'tango', 'victor'];

type Make = (random: Random) => string;

/** Texts by words in the name of a field; the first that matches counts. */
const byName: readonly (readonly [words: RegExp, make: Make])[] = [
  [
    /e-?mail/,
    (random) => `${random.pick(firstNames).toLowerCase()}.${random.pick(lastNames).toLowerCase()}@example.com`,
  ],
  [/phone|mobile|fax|^tel/, (random) => `+44 20 7946 0${digits(random, 3)}`],
  [/first ?name|given ?name|forename/, (random) => random.pick(firstNames)],
  [/last ?name|surname|family ?name/, (random) => random.pick(lastNames)],
  [/user|login|account ?name/, (random) => `${random.pick(firstNames).toLowerCase()}${digits(random, 2)}`],
  [/company|organi[sz]ation|vendor|supplier|manufacturer/, (random) => random.pick(companies)],
  [/file ?name/, (random) => `${random.pick(words)}-${digits(random, 3)}.txt`],
  [/folder ?name|directory ?name/, (random) => capital(random.pick(words))],
  [/folder|path|directory/, (random) => `/${random.pick(words)}/${random.pick(words)}`],
  [/host|server|domain/, (random) => `${random.pick(words)}.example.com`],
  [/^ip\b|ip ?address/, (random) => `192.0.2.${random.int(1, 254)}`],
  [/ur[li]\b|link|web ?site|href|endpoint/, (random) => `https://example.com/${random.pick(words)}`],
  [/street|address/, (random) => `${random.int(1, 120)} ${random.pick(streets)}`],
  [/city|town|place/, (random) => random.pick(cities)],
  [/zip|post(?:al)? ?code/, (random) => digits(random, 5)],
  [/country ?code|nationality/, (random) => random.pick(countries)],
  [/country/, (random) => random.pick(countryNames)],
  [/currency/, (random) => random.pick(['EUR', 'GBP', 'USD', 'CHF'])],
  [/language|locale|culture/, (random) => random.pick(['en', 'de', 'fr', 'pt'])],
  [/u?guid|uuid/, uuid],
  [/password|secret|token|key|hash|signature/, (random) => hex(random, 24)],
  [/date|time|created|modified|updated/, (random) => instant(random)],
  [/(?:\b|^)(?:id|ids|number|no|nr|code|ref|reference|identifier)$/, (random) => digits(random, 6)],
  [/version/, (random) => `${random.int(1, 9)}.${random.int(0, 9)}`],
  [/status|state/, (random) => random.pick(['active', 'pending', 'closed'])],
  [/error|fault/, () => ''],
  [/amount|price|total|balance|cost/, (random) => `${random.int(1, 999)}.${digits(random, 2)}`],
  [/count|quantity|qty|size|length/, (random) => String(random.int(1, 20))],
  [/message|description|comment|text|note|remark|reason|summary/, (random) => random.pick(sentences)],
  [/person|customer|contact|owner|author|full ?name|display ?name/, personName],
  [/name|title|subject|label/, (random) => `${capital(random.pick(words))} ${random.pick(words)}`],
];

/** A text that a person would expect in a field of this name. */
export function plausibleText(name: string, random: Random): string {
  const spaced = wordsOf(name);
  return byName.find(([pattern]) => pattern.test(spaced))?.[1](random) ?? random.pick(words);
}

/** Numbers by words in the name of a field: the least and the most. */
const ranges: readonly (readonly [words: RegExp, least: number, most: number])[] = [
  [/latitude/, -60, 60],
  [/longitude/, -150, 150],
  [/percent|rate|discount/, 0, 100],
  [/year/, 2020, 2030],
  [/month/, 1, 12],
  [/\bday/, 1, 28],
  [/hour/, 0, 23],
  [/minute|second/, 0, 59],
  [/\bage\b/, 18, 80],
  [/port\b/, 1024, 65_535],
  [/error|fault|offset|index/, 0, 0],
  [/(?:\b|^)(?:id|number|no|nr|key|ref)$/, 1_000, 999_999],
  [/size|length|bytes/, 1, 50_000],
  [/amount|price|total|balance|cost|sum/, 1, 999],
];

export function plausibleRange(name: string): { readonly least: number; readonly most: number } {
  const spaced = wordsOf(name);
  const [, least = 1, most = 20] = ranges.find(([pattern]) => pattern.test(spaced)) ?? [];
  return { least, most };
}

/** Whether a flag of this name is true in a service that works. */
export function plausibleFlag(name: string, random: Random): boolean {
  const spaced = wordsOf(name);
  if (/success|\bok\b|valid|active|enabled|available|found|exists/.test(spaced)) return true;
  return /error|fail|deleted|disabled|expired|blocked|locked/.test(spaced) ? false : random.chance(50);
}

/** Times in 2025 and 2026, whole seconds in UTC; without the zone for texts that have none. */
export function plausibleTime(type: SimpleTypeName, random: Random): string | undefined {
  const text = instant(random);
  switch (type) {
    case 'dateTime':
      return text;
    case 'date':
      return text.slice(0, 10);
    case 'time':
      return text.slice(11);
    case 'duration':
      return `PT${random.int(1, 48)}H`;
    case 'gYear':
      return text.slice(0, 4);
    case 'gYearMonth':
      return text.slice(0, 7);
    case 'gMonth':
      return `--${text.slice(5, 7)}`;
    case 'gMonthDay':
      return `--${text.slice(5, 10)}`;
    case 'gDay':
      return `---${text.slice(8, 10)}`;
    default:
      return undefined;
  }
}

/** `CustomerEMail` as `customer email`, `API_KEY` as `api key`. */
function wordsOf(name: string): string {
  return name
    .replace(/e-?mail/gi, 'Email')
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .replace(/[^A-Za-z\d]+/g, ' ')
    .toLowerCase();
}

function instant(random: Random): string {
  const seconds = Date.UTC(2025, 0, 1) / 1_000 + random.int(0, 2 * 365 * 86_400);
  return new Date(seconds * 1_000).toISOString().replace('.000', '');
}

function personName(random: Random): string {
  return `${random.pick(firstNames)} ${random.pick(lastNames)}`;
}

function uuid(random: Random): string {
  const part = (length: number): string => hex(random, length);
  return `${part(8)}-${part(4)}-4${part(3)}-a${part(3)}-${part(12)}`;
}

function digits(random: Random, count: number): string {
  return Array.from({ length: count }, () => random.int(0, 9)).join('');
}

function hex(random: Random, count: number): string {
  return Array.from({ length: count }, () => random.int(0, 15).toString(16)).join('');
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

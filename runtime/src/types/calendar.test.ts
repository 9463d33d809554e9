import { describe, expect, it } from 'vitest';
import { openEnvelope } from '../soap/envelope-reader.ts';
import { soap11 } from '../soap/version.ts';
import { beginsWithDay, beginsWithSecond } from './calendar.ts';
import { date } from './calendar-types.ts';
import { DateTime } from './date-time.ts';
import { readInstant } from './date-time-values.ts';

const pad = (value: number, length = 2): string => String(value).padStart(length, '0');

function instant(text: string): Date {
  const envelope = `<e:Envelope xmlns:e="${soap11.namespace}"><e:Body><v>${text}</v></e:Body></e:Envelope>`;
  return readInstant(openEnvelope(new TextEncoder().encode(envelope), soap11).reader);
}

/** The value by the pattern, or `undefined` where it rejects the text. */
function byPattern(text: string): number | undefined {
  try {
    return DateTime.parse(text).toDate().getTime();
  } catch {
    return undefined;
  }
}

function quickly(text: string): number | undefined {
  try {
    return instant(text).getTime();
  } catch {
    return undefined;
  }
}

/** A text with each of its characters in turn replaced, left out or doubled. */
function* nearly(text: string): Generator<string> {
  for (let at = 0; at < text.length; at++) {
    const [before, after] = [text.slice(0, at), text.slice(at + 1)];
    for (const other of ['', '0', '1', '2', '3', '5', '9', '-', ':', '.', 'T', 'Z', '+', ' ', '/', ';', '٣']) {
      yield before + other + after;
    }
    yield text.slice(0, at + 1) + text.slice(at);
  }
}

describe('days in the common form', () => {
  it('R4: every month of common, leap and century years has the correct length', () => {
    for (const year of [1, 99, 100, 400, 1900, 2000, 2023, 2024, 9999]) {
      for (let month = 0; month <= 13; month++) {
        for (let day = 0; day <= 32; day++) {
          const there = new Date(0);
          there.setUTCFullYear(year, month - 1, day);
          const right = there.getUTCMonth() === month - 1 && there.getUTCDate() === day && month > 0 && month < 13;
          expect(beginsWithDay(`${pad(year, 4)}-${pad(month)}-${pad(day)}`)).toBe(right && day > 0);
        }
      }
    }
    expect(beginsWithDay('0000-01-01')).toBe(false);
    expect(beginsWithSecond('2024-02-29T24:00:00')).toBe(false);
  });

  it('R4: instants are read as by the pattern, and others are rejected', () => {
    const texts = [
      '2024-02-29T23:59:59Z',
      '2024-02-29T00:00:00.123Z',
      '0099-12-31T12:34:56.789Z',
      '0001-01-01T00:00:00Z',
    ];
    for (const text of texts) {
      expect(quickly(text)).toBe(byPattern(text));
      for (const other of nearly(text)) {
        if (other.trim() === other) expect([other, quickly(other)]).toEqual([other, byPattern(other)]);
      }
    }
  });

  it('R4: dates in other forms are validated by the pattern', () => {
    for (const text of nearly('2024-02-29')) {
      const collapsed = text.trim();
      const right = byPattern(`${collapsed}T00:00:00`) !== undefined && /^\d{4}-\d\d-\d\d$/.test(collapsed);
      if (right) expect(date.parse(text)).toBe(collapsed);
      else if (collapsed.length === 10) expect(() => date.parse(text)).toThrow();
    }
    expect(date.parse('-0001-02-28')).toBe('-0001-02-28');
    expect(date.parse('2024-12-31+01:00')).toBe('2024-12-31+01:00');
    expect(date.print('2024-12-31')).toBe('2024-12-31');
    expect(() => date.print('2023-02-29')).toThrow();
  });
});

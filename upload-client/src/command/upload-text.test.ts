import { describe, expect, it } from 'vitest';
import { amountText, bytesText, columnsOf, plainLine, plainName, shortenName, wrapText } from './upload-text.ts';

const at = (acknowledged: number, total: number | undefined, bytesPerSecond: number) =>
  amountText({ acknowledged, total, bytesPerSecond });

describe('texts about uploads', () => {
  it('formats amounts, rates and times for people', () => {
    expect([0, 1023, 1024, 1024 ** 2 * 1.5, 1024 ** 4 * 2000].map(bytesText)).toEqual([
      '0 B',
      '1023 B',
      '1.0 KiB',
      '1.5 MiB',
      '2000.0 TiB',
    ]);
    expect(at(0, 1024, 0)).toBe('0% of 1.0 KiB');
    expect(at(1023, 1024, 0)).toBe('99% of 1.0 KiB');
    expect(at(512, 1024, 1)).toBe('50% of 1.0 KiB, 1 B/s, 8:32 left');
    expect(at(0, 1024, 0.1)).toContain('2:50:40 left');
    expect(at(1024, 1024, 1024)).toBe('100% of 1.0 KiB, 1.0 KiB/s');
    expect(at(0, 0, 0)).toBe('100% of 0 B');
    expect(at(2048, undefined, 1024)).toBe('2.0 KiB, 1.0 KiB/s');
  });

  it('escapes names that could move the cursor, break the line or change its direction', () => {
    expect(plainName('a\u001b[31m\nb\u202ec\u0085')).toBe('a\\u{1b}[31m\\u{a}b\\u{202e}c\\u{85}');
    expect(plainName('Straße 日本 🙂.pdf')).toBe('Straße 日本 🙂.pdf');
    expect(plainLine('wrong version:\n  line 350:\n\u009b2J')).toBe('wrong version: line 350: \\u{9b}2J');
  });

  it('counts columns of a terminal: two for East Asian characters and pictures, none for combining marks', () => {
    const columns = ['abc', '日本語', 'ファイル', '한글', 'ｱｲｳ', 'Ａ', '🙂', 'e\u0301', 'файл', 'ไฟล์'].map(columnsOf);
    expect(columns).toEqual([3, 6, 8, 4, 3, 2, 2, 1, 4, 3]);
  });

  it('shortens a name in its middle, by columns', () => {
    expect(shortenName('report of march 2026.pdf', 24)).toBe('report of march 2026.pdf');
    expect(shortenName('report of march 2026.pdf', 15)).toBe('report …026.pdf');
    expect(shortenName('報告書の一覧.pdf', 10)).toBe('報告….pdf');
    for (const columns of [1, 2, 3, 8, 30]) {
      for (const name of ['n'.repeat(100), '名'.repeat(100), '🙂'.repeat(20)]) {
        expect(columnsOf(shortenName(name, columns))).toBeLessThanOrEqual(columns);
        expect(shortenName(name, columns)).not.toMatch(/\p{Cs}/u);
      }
    }
  });

  it('breaks a text at spaces, and words that are longer than a line', () => {
    expect(wrapText('waiting for the service (12 s): connection refused', 20)).toEqual([
      'waiting for the',
      'service (12 s):',
      'connection refused',
    ]);
    expect(wrapText('a bbbbbbbb', 4)).toEqual(['a', 'bbbb']);
    expect(wrapText('', 4)).toEqual([]);
  });
});

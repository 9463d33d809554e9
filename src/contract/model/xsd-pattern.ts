import { choiceOf, merged, type Part, repetition, sequenceOf } from './pattern-part.ts';

/** A regular expression of JavaScript, or the reason why a pattern is invalid. */
export type TranslatedPattern = { readonly source: string; readonly flags: 'u' | 'v' } | { readonly fault: string };

class PatternFault extends Error {}

/** The runtime matches no larger ones, since each step costs time for each character of a text. */
const mostSteps = 1_000;
const tooManySteps = `its repeated groups have more than ${mostSteps.toLocaleString('en-US')} steps when they are copied, which takes too long to match`;
const mostNesting = 200;

/**
 * Translates a regular expression of XML Schema (part 2, appendix F) into an equivalent one of JavaScript. Differences:
 * the expression is anchored, `^` and `$` are characters, `\d`, `\w`, `\s` and `.` are other sets, `\i` and `\c` are
 * characters of XML names, and a set can be subtracted from another. Repeated repetitions become one where that is the same.
 */
export function translatePattern(pattern: string): TranslatedPattern {
  const translator = new Translator(pattern);
  try {
    const { source: body, steps } = translator.expression();
    if (steps > mostSteps) throw new PatternFault(tooManySteps);
    // Only the flag v supports subtraction.
    const flags = translator.subtracts ? 'v' : 'u';
    const source = `^(?:${body})$`;
    new RegExp(source, flags);
    return { source, flags };
  } catch (error) {
    return { fault: error instanceof PatternFault ? error.message : 'it is not a regular expression of XML Schema' };
  }
}

const nameStart =
  ':A-Z_a-z\\u{C0}-\\u{D6}\\u{D8}-\\u{F6}\\u{F8}-\\u{2FF}\\u{370}-\\u{37D}\\u{37F}-\\u{1FFF}\\u{200C}\\u{200D}\\u{2070}-\\u{218F}\\u{2C00}-\\u{2FEF}\\u{3001}-\\u{D7FF}\\u{F900}-\\u{FDCF}\\u{FDF0}-\\u{FFFD}\\u{10000}-\\u{EFFFF}';
const nameMore = `${nameStart}\\-.0-9\\u{B7}\\u{300}-\\u{36F}\\u{203F}\\u{2040}`;

/** Sets by the letter of their escape; inside of a class they are written without the brackets. */
const sets: Readonly<Record<string, string>> = {
  s: '[ \\t\\n\\r]',
  S: '[^ \\t\\n\\r]',
  i: `[${nameStart}]`,
  I: `[^${nameStart}]`,
  c: `[${nameMore}]`,
  C: `[^${nameMore}]`,
  d: '\\p{Nd}',
  D: '\\P{Nd}',
  w: '[^\\p{P}\\p{Z}\\p{C}]',
  W: '[\\p{P}\\p{Z}\\p{C}]',
};

/** Characters with an escape. */
const escapes: Readonly<Record<string, string>> = { n: '\\n', r: '\\r', t: '\\t' };
const escapable = '\\|.-^?*+{}()[]';
/** Characters that need an escape: outside of a class, and in a class under both flags. */
const special = /[\\^$.*+?()[\]{}|/]/;
const specialInClass = /[\\\]^[\-(){}/|&!#$%*+,.:;<=>?@`~]/;

class Translator {
  subtracts = false;
  readonly #text: string;
  #at = 0;
  #nesting = 0;

  constructor(pattern: string) {
    this.#text = pattern;
  }

  expression(): Part {
    const all = this.#branches();
    if (this.#at < this.#text.length) throw new PatternFault('it has a ")" without "("');
    return all;
  }

  get #next(): string {
    const code = this.#text.codePointAt(this.#at);
    return code === undefined ? '' : String.fromCodePoint(code);
  }

  #take(): string {
    const character = this.#next;
    this.#at += character.length;
    return character;
  }

  #branches(): Part {
    if (this.#nesting > mostNesting) throw new PatternFault(`its groups are nested more than ${mostNesting} deep`);
    const branches: Part[] = [];
    let parts: Part[] = [];
    while (this.#at < this.#text.length && this.#next !== ')') {
      if (this.#next === '|') {
        this.#take();
        branches.push(sequenceOf(parts));
        parts = [];
        continue;
      }
      parts.push(this.#quantified(this.#atom()));
    }
    const last = sequenceOf(parts);
    if (branches.length === 0) return last;
    const all = [...branches, last];
    return choiceOf(all);
  }

  #atom(): Part {
    if (this.#next !== '(') return { source: this.#character(), steps: 1, isSet: true };
    this.#take();
    this.#nesting++;
    const inside = this.#branches();
    this.#nesting--;
    if (this.#take() !== ')') throw new PatternFault('it has a "(" without ")"');
    return { ...inside, source: `(?:${inside.source})` };
  }

  #character(): string {
    const character = this.#take();
    switch (character) {
      case '[':
        return this.#class();
      case '.':
        return '[^\\n\\r]';
      case '\\':
        return this.#escape(false);
      case '?':
      case '*':
      case '+':
      case '{':
      case '}':
      case ']':
        throw new PatternFault(`its "${character}" needs something to repeat, or a "\\" before it`);
      default:
        return special.test(character) ? `\\${character}` : character;
    }
  }

  #quantified(part: Part): Part {
    const start = this.#at;
    const [least, most] = this.#counts();
    const quantifier = this.#text.slice(start, this.#at);
    if (quantifier === '') return part;
    const one = merged(part, least, most);
    return one ?? { ...repetition(part, least, most), source: part.source + quantifier };
  }

  #counts(): readonly [least: number, most: number] {
    const simple = this.#next;
    if (simple === '?' || simple === '*' || simple === '+') {
      this.#take();
      return [simple === '+' ? 1 : 0, simple === '?' ? 1 : Number.POSITIVE_INFINITY];
    }
    if (simple !== '{') return [1, 1];
    const found = /^\{(\d+)(?:(,)(\d*))?\}/.exec(this.#text.slice(this.#at));
    if (found === null) throw new PatternFault('its "{" must begin a count such as {2}, {2,} or {2,4}');
    const [whole, least, comma, most] = found;
    this.#at += whole.length;
    if (comma === undefined) return [Number(least), Number(least)];
    return [Number(least), most === '' ? Number.POSITIVE_INFINITY : Number(most)];
  }

  /** After the backslash. */
  #escape(inClass: boolean): string {
    const letter = this.#take();
    if (letter === 'p' || letter === 'P') return this.#property(letter, inClass);
    if (Object.hasOwn(sets, letter)) return sets[letter] as string;
    if (Object.hasOwn(escapes, letter)) return escapes[letter] as string;
    // Outside of a class the flag u allows no escape of "-".
    if (letter === '-' && !inClass) return letter;
    if (letter !== '' && escapable.includes(letter)) return `\\${letter}`;
    throw new PatternFault(`it has no escape "\\${letter}"`);
  }

  #property(letter: string, inClass: boolean): string {
    const found = /^\{([A-Za-z0-9-]+)\}/.exec(this.#text.slice(this.#at));
    const name = found?.[1] ?? '';
    this.#at += found?.[0].length ?? 0;
    if (/^(?:L[ultmo]?|M[nce]?|N[dlo]?|P[cdseifo]?|Z[slp]?|S[mcko]?|C[cfon]?)$/.test(name))
      return `\\${letter}{${name}}`;
    const block = blocks[name];
    if (block === undefined) throw new PatternFault(`the set "${name}" is unknown`);
    const negated = letter === 'P';
    if (negated && inClass) this.subtracts = true;
    return `[${negated ? '^' : ''}${block}]`;
  }

  /** After the bracket. Only the flag v allows a set inside of a class. */
  #class(): string {
    const negated = this.#next === '^';
    if (negated) this.#take();
    let inside = '';
    let subtracted = '';
    let empty = true;
    for (;;) {
      const character = this.#take();
      if (character === '') throw new PatternFault('it has a "[" without "]"');
      if (character === ']') break;
      if (character === '-' && this.#next === '[' && !empty) {
        this.#take();
        subtracted = this.#class();
        if (this.#take() !== ']') throw new PatternFault('a subtracted set must be the last part of its brackets');
        break;
      }
      empty = false;
      inside += this.#member(character);
    }
    if (empty) throw new PatternFault('it has empty brackets');
    const own = `[${negated ? '^' : ''}${inside}]`;
    if (subtracted === '') return own;
    this.subtracts = true;
    return `[${own}--${subtracted}]`;
  }

  #member(character: string): string {
    if (character === '[') throw new PatternFault('a "[" in brackets needs a "\\" before it');
    if (character === '\\') {
      const escaped = this.#escape(true);
      if (escaped.startsWith('[')) {
        // A positive set needs no brackets of its own; a negated one must remain a nested set.
        if (!escaped.startsWith('[^')) return escaped.slice(1, -1);
        this.subtracts = true;
      }
      return escaped;
    }
    const isRange = character === '-' && this.#text[this.#at] !== ']' && this.#text[this.#at - 2] !== '[';
    if (isRange) return '-';
    // Both flags allow the escape by code point.
    return specialInClass.test(character) ? `\\u{${character.charCodeAt(0).toString(16)}}` : character;
  }
}

/** The most common blocks of Unicode 3.1. */
const blocks: Readonly<Record<string, string>> = {
  IsBasicLatin: '\\u{0}-\\u{7F}',
  'IsLatin-1Supplement': '\\u{80}-\\u{FF}',
  'IsLatinExtended-A': '\\u{100}-\\u{17F}',
  'IsLatinExtended-B': '\\u{180}-\\u{24F}',
  IsGreek: '\\u{370}-\\u{3FF}',
  IsCyrillic: '\\u{400}-\\u{4FF}',
  IsHebrew: '\\u{590}-\\u{5FF}',
  IsArabic: '\\u{600}-\\u{6FF}',
  IsHiragana: '\\u{3040}-\\u{309F}',
  IsKatakana: '\\u{30A0}-\\u{30FF}',
  IsCJKUnifiedIdeographs: '\\u{4E00}-\\u{9FFF}',
  IsHangulSyllables: '\\u{AC00}-\\u{D7A3}',
};

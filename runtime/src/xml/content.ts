import { readCharacters, skipPlainText } from './character-data.ts';
import { AMPERSAND, BANG, CR, isForbidden, isWhite, LESS, QUESTION, SLASH } from './chars.ts';
import type { ElementStack } from './element-stack.ts';
import type { Lexer } from './lexer.ts';

/** Reads the rest of the open element, through its end tag, and checks that it is well-formed. */
export function skipElement(elements: ElementStack): void {
  const depth = elements.depth - 1;
  while (elements.depth > depth) {
    if (elements.empty) elements.close();
    else {
      skipPlainText(elements.lexer);
      skipMarkup(elements);
    }
  }
}

/** Reads the tag, reference or other markup that ends plain text. */
export function skipMarkup(elements: ElementStack): void {
  const { lexer } = elements;
  const byte = lexer.data[lexer.pos];
  const next = lexer.data[lexer.pos + 1];
  if (byte === AMPERSAND) lexer.reference();
  else if (byte === CR) lexer.pos++;
  else if (next === SLASH) elements.endTag();
  else if (next === QUESTION) lexer.instruction();
  else if (next !== BANG) {
    lexer.pos++;
    elements.startTag();
  } else if (!lexer.commentOrCdata()) lexer.cdata();
}

/** Advances to the name in the next child's start tag, or reads the end tag and returns false. */
export function nextChild(elements: ElementStack): boolean {
  if (atChild(elements.lexer)) return true;
  elements.endTag();
  return false;
}

/** Advances to the name in the next child's start tag, or to the end tag and returns false. */
export function atChild(lexer: Lexer): boolean {
  const { data } = lexer;
  for (;;) {
    lexer.skipWhite();
    if (data[lexer.pos] !== LESS) whiteReference(lexer);
    else {
      const next = data[lexer.pos + 1];
      if (next === SLASH) return false;
      if (next === QUESTION) lexer.instruction();
      else if (next !== BANG) {
        lexer.pos++;
        return true;
      } else if (!lexer.commentOrCdata()) whiteCdata(lexer);
    }
  }
}

/** Accepts a character reference to white space; anything else is text between elements. */
function whiteReference(lexer: Lexer): void {
  const { data, size, pos } = lexer;
  if (pos >= size) throw lexer.illFormed('the message ends inside an element');
  if (isForbidden(data[pos] as number)) throw lexer.illFormed('a control character');
  if (data[pos] === AMPERSAND && /^[ \t\r\n]$/.test(lexer.reference())) return;
  lexer.pos = pos;
  throw unexpectedText(lexer);
}

function whiteCdata(lexer: Lexer): void {
  const start = lexer.cdata();
  for (let at = start; at < lexer.pos - 3; at++) {
    if (!isWhite(lexer.data[at] as number)) throw unexpectedText(lexer);
  }
}

function unexpectedText(lexer: Lexer): Error {
  return lexer.about('unexpected-text', 'there is text where only elements belong');
}

/** Reads the character content of the open element through its end tag. */
export function readText(elements: ElementStack): string {
  if (elements.empty) {
    elements.close();
    return '';
  }
  const value = readOpenText(elements);
  elements.endTag();
  return value;
}

/** Reads the character content of the open element up to its end tag. */
export function readOpenText({ lexer }: ElementStack): string {
  const value = readCharacters(lexer);
  if (lexer.data[lexer.pos + 1] === SLASH) return value;
  throw lexer.about('unexpected-element', 'it holds an element where only text belongs');
}

/** Reads a nil element through its end tag. */
export function readNil(elements: ElementStack): void {
  const { lexer } = elements;
  const { data } = lexer;
  elements.attributes.instance = 0;
  if (elements.empty) {
    elements.close();
    return;
  }
  while (data[lexer.pos] === LESS && data[lexer.pos + 1] !== SLASH) {
    if (data[lexer.pos + 1] === QUESTION) lexer.instruction();
    else if (data[lexer.pos + 1] !== BANG || !lexer.commentOrCdata()) break;
  }
  if (data[lexer.pos] !== LESS || data[lexer.pos + 1] !== SLASH) {
    if (lexer.pos >= lexer.size) throw lexer.illFormed('the message ends inside an element');
    throw lexer.about('nil', 'it is nil by its xsi:nil, and is not empty');
  }
  elements.endTag();
}

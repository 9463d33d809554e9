import { AMPERSAND, QUESTION } from '../xml/chars.ts';
import { XmlError } from '../xml/error.ts';
import { Lexer } from '../xml/lexer.ts';
import { defaultLimits } from '../xml/limits.ts';

/** The text of a reference; empty for a comment or an instruction; undefined when the markup is invalid. */
export function textOfMarkup(markup: Uint8Array): string | undefined {
  try {
    const lexer = new Lexer(markup, 'utf-8', defaultLimits);
    let text = '';
    if (markup[0] === AMPERSAND) text = lexer.reference();
    else if (markup[1] === QUESTION) lexer.instruction();
    else if (!lexer.commentOrCdata()) return undefined;
    return lexer.pos === lexer.size ? text : undefined;
  } catch (error) {
    if (error instanceof XmlError) return undefined;
    throw error;
  }
}

import { XmlError } from '../xml/error.ts';

/** The error of a message whose parts are malformed, or that refers to parts wrongly. */
export function malformed(reason: string): XmlError {
  return new XmlError('ill-formed', `The multipart message is malformed: ${reason}.`);
}

/** The error of a message beyond a limit of its parts. */
export function overLimit(reason: string): XmlError {
  return new XmlError('limit', reason);
}

import { soap11, type Version } from '../soap/version.ts';
import { quoted } from './media-type.ts';

/** What is around the envelope and the parts of a multipart message. */
export interface RelatedFrame {
  /** Of the whole message. */
  readonly contentType: string;
  /** Before the envelope. */
  readonly rootHead: string;
  /** Before the content of a part. @param id Content-ID without angle brackets. */
  partHead(contentType: string, id: string): string;
  readonly end: string;
}

export interface FrameOptions {
  /** No content has it. */
  readonly boundary: string;
  /** Content-ID of the envelope, without angle brackets. */
  readonly start: string;
  /** Whether the message is one of XOP; otherwise its parts are attachments. */
  readonly isXop: boolean;
  /** SOAP 1.2: the action, where it is named. */
  readonly action: string | undefined;
}

/** The lines of a multipart message (XOP 1.0; SOAP 1.2 MTOM; SOAP 1.1 Binding for MTOM; SOAP Messages with Attachments). */
export function relatedFrame(version: Version, { boundary, start, isXop, action }: FrameOptions): RelatedFrame {
  const { mediaType } = version;
  const named = action === undefined || version === soap11 ? '' : `; ${quoted('action', action)}`;
  const type = quoted('type', mediaType);
  const rootType = isXop
    ? `application/xop+xml; charset=UTF-8; ${type}${named}`
    : `${mediaType}; charset=UTF-8${named}`;
  const parameters = [
    isXop ? 'type="application/xop+xml"' : type,
    quoted('boundary', boundary),
    quoted('start', `<${start}>`),
    ...(isXop ? [`${quoted('start-info', mediaType)}${named}`] : named === '' ? [] : [named.slice(2)]),
  ];
  const head = (contentType: string, encoding: string, id: string): string =>
    `--${boundary}\r\nContent-Type: ${contentType}\r\nContent-Transfer-Encoding: ${encoding}\r\nContent-ID: <${id}>\r\n\r\n`;
  return {
    contentType: `multipart/related; ${parameters.join('; ')}`,
    rootHead: head(rootType, '8bit', start),
    partHead: (contentType, id) => `\r\n${head(contentType, 'binary', id)}`,
    end: `\r\n--${boundary}--\r\n`,
  };
}

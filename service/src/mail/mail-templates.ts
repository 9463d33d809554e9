import { join } from 'node:path';
import { exists, readConfiguredFile } from '../common/file-system.ts';
import { escaped } from '../common/html.ts';
import { SettingsError } from '../config/load-settings.ts';
import { readUtf8 } from '../config/yaml-document.ts';
import { Template, type TemplateValues } from './template.ts';

/** The texts of a message. */
export interface MailTexts {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Values of templates: texts, and the files with the values of each. */
const known = {
  folder: undefined,
  count: undefined,
  more: undefined,
  unsubscribe: undefined,
  files: ['name', 'size', 'sha256', 'time'],
} as const;

const defaults: MailTexts = {
  subject: '{{count}} new in {{folder}}\n',
  text: `These files have arrived in {{folder}}:

{{#files}}
{{name}}
  {{size}} bytes, {{time}}
  SHA-256 {{sha256}}
{{/files}}
{{more}}

No more messages: {{unsubscribe}}
`,
  html: `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>{{folder}}</title></head><body>
<h1>New in {{folder}}</h1>
<ul>
{{#files}}<li><bdi>{{name}}</bdi>, {{size}} bytes, {{time}}<br><small>SHA-256 {{sha256}}</small></li>
{{/files}}</ul>
<p>{{more}}</p>
<p><a href="{{unsubscribe}}">No more messages</a></p>
</body></html>
`,
};

const fileNames: MailTexts = { subject: 'subject.txt', text: 'text.txt', html: 'html.html' };

/** The templates of messages: those of a folder, and the ones here for each that it does not have. */
export class MailTemplates {
  readonly #templates: { readonly [kind in keyof MailTexts]: Template };

  private constructor(texts: MailTexts) {
    const template = (kind: keyof MailTexts): Template => {
      try {
        return new Template(texts[kind], known);
      } catch (error) {
        const problem = error instanceof Error ? error.message : '';
        throw new SettingsError(`The template ${fileNames[kind]} is wrong: ${problem}. See share-with-recipients.md.`);
      }
    };
    this.#templates = { subject: template('subject'), text: template('text'), html: template('html') };
  }

  /** @param folder undefined: none. @throws {SettingsError} for a template that is wrong; {@link StorageError}. */
  static async load(folder: string | undefined): Promise<MailTemplates> {
    const read = async (kind: keyof MailTexts): Promise<string> => {
      const path = folder && join(folder, fileNames[kind]);
      if (path === undefined || !(await exists(path))) return defaults[kind];
      return readUtf8(await readConfiguredFile(path, 'a template of messages'), path);
    };
    const [subject, text, html] = await Promise.all([read('subject'), read('text'), read('html')]);
    return new MailTemplates({ subject, text, html });
  }

  fill(values: TemplateValues): MailTexts {
    const { subject, text, html } = this.#templates;
    const line = (value: string): string => value.replace(/\p{Cc}+/gu, ' ');
    return {
      subject: line(subject.fill(values, line)).trim(),
      text: text.fill(values, line),
      html: html.fill(values, escaped),
    };
  }
}

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import PostalMime from 'postal-mime';
import { Config } from '../platform/config/config.js';

const SHOWN = 30;
const MAIL_NAME = /^[\w-]{1,100}\.eml$/;

export interface SandboxMail {
  readonly name: string;
  readonly to: string;
  readonly subject: string;
  readonly date: string;
}

export interface SandboxText {
  readonly id: string;
  readonly to: string;
  readonly text: string;
}

/** Mails and text messages that were written to files, newest first. */
@Injectable()
export class SandboxMessages {
  /** A mail never changes. */
  private readonly read = new Map<string, SandboxMail>();

  constructor(private readonly config: Config) {}

  async mails(): Promise<SandboxMail[]> {
    const names = await this.newest('mail', '.eml');
    const mails = await Promise.all(names.map(async (name) => this.read.get(name) ?? this.describe(name)));
    this.read.clear();
    for (const mail of mails) this.read.set(mail.name, mail);
    return mails;
  }

  /** Undefined where there is none of this name. */
  async mailHtml(name: string): Promise<string | undefined> {
    if (!MAIL_NAME.test(name)) return undefined;
    const content = await readFile(join(this.config.dataDir, 'mail', name)).catch(() => undefined);
    return content && ((await PostalMime.parse(content)).html ?? '');
  }

  async texts(): Promise<SandboxText[]> {
    const names = await this.newest('sms', '.txt');
    return Promise.all(
      names.map(async (name) => {
        const content = await readFile(join(this.config.dataDir, 'sms', name), 'utf8');
        const [, to = '', text = ''] = /^To: (.*)\n\n([\s\S]*)$/.exec(content) ?? [];
        return { id: name, to, text: text.trimEnd() };
      }),
    );
  }

  private async describe(name: string): Promise<SandboxMail> {
    const mail = await PostalMime.parse(await readFile(join(this.config.dataDir, 'mail', name)));
    return { name, to: mail.to?.[0]?.address ?? '', subject: mail.subject ?? '', date: mail.date ?? '' };
  }

  private async newest(folder: string, ending: string): Promise<string[]> {
    const names = await readdir(join(this.config.dataDir, folder)).catch(() => []);
    const whole = names.filter((name) => name.endsWith(ending) && !name.startsWith('.'));
    return whole.toSorted().toReversed().slice(0, SHOWN);
  }
}

import { Injectable } from '@nestjs/common';
import { networkOf, siteOf } from '../../../kernel/addresses.js';
import { Budgets } from '../../../kernel/budgets.js';

/** How many forms, and how much text, strangers of one network may leave with us in a day. */
@Injectable()
export class FormAllowance {
  constructor(private readonly budgets: Budgets) {}

  /** In the unit of work that stores the form. @throws Failure `abuse.limit_reached` */
  async spend({ ip, ...form }: { readonly ip: string }): Promise<void> {
    const [network, site] = [networkOf(ip), siteOf(ip)];
    const texts = Object.values(form).filter((value) => typeof value === 'string');
    const bytes = Math.max(1, Buffer.byteLength(texts.join('')));
    await this.budgets.spend('contact_forms', network);
    await this.budgets.spend('contact_bytes', network, bytes);
    if (site === undefined) return;
    await this.budgets.spend('site_contact_forms', site);
    await this.budgets.spend('site_contact_bytes', site, bytes);
  }
}

import type { Item, Page } from '@harmattan/client';
import { readPage } from '../../api/client.js';

export type FailedWebhook = Pick<Item<'control_webhook_fetch'>, 'marker' | 'event' | 'provider' | 'recorded'>;

export interface Window {
  readonly fromMs: number;
  readonly untilMs: number;
  /** Of all providers and endpoints where it is empty. */
  readonly provider: string;
}

const PAGE_SIZE = 100;
/** No more than this at once; what is left is found by the next search. */
const MOST = 500;

/** Failed webhooks that were recorded in a span of time, newest first. @throws HarmattanError */
export async function failedWebhooks({ fromMs, untilMs, provider }: Window): Promise<FailedWebhook[]> {
  const found: FailedWebhook[] = [];
  let page: string | number | undefined = String(untilMs + 1);
  while (page !== undefined && found.length < MOST) {
    const { items, next }: Page<'control_webhook_fetch'> = await readPage('control_webhook_fetch', {
      rqtp: 'status',
      rqvl: 'failed',
      pnum: PAGE_SIZE,
      page: String(page),
    });
    const recent = items.filter(({ recorded }) => Number(recorded) >= fromMs);
    found.push(...recent.filter((webhook) => provider === '' || webhook.provider === provider));
    page = recent.length === items.length ? next : undefined;
  }
  return found.slice(0, MOST);
}

import type { PushMessage } from './ports.js';

const KEPT = 50;

/** The push messages that this process would have sent, for the page of the sandbox; with real providers none are kept. */
export class RecentPushes {
  private readonly messages: (PushMessage & { readonly sentAt: string })[] = [];

  /** Replaced in a worker, whose starter has the page. */
  tell = (message: PushMessage): void => this.add(message);

  constructor(private readonly isKeeping: boolean) {}

  add({ title, body }: PushMessage): void {
    if (!this.isKeeping) return;
    this.messages.unshift({ title, body, sentAt: new Date().toISOString() });
    this.messages.length = Math.min(this.messages.length, KEPT);
  }

  /** Newest first. */
  all(): readonly (PushMessage & { readonly sentAt: string })[] {
    return this.messages;
  }
}

import { setTimeout as pause } from 'node:timers/promises';

const ATTEMPTS = 5;

/** Announcements of VTpass: unsigned, repeated until they are answered as VTpass wants it. */
export class VtpassAnnouncements {
  /** Undefined: they are lost. */
  url: string | undefined;
  betweenAttemptsMs = 50;

  /** How often it was sent; 0: there is no address. */
  async send(message: object): Promise<number> {
    const { url } = this;
    if (url === undefined) return 0;
    for (let attempt = 1; ; attempt++) {
      if ((await this.isTaken(url, message)) || attempt === ATTEMPTS) return attempt;
      await pause(this.betweenAttemptsMs);
    }
  }

  private async isTaken(url: string, message: object): Promise<boolean> {
    try {
      const headers = { 'content-type': 'application/json' };
      const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(message) });
      const body = (await answer.json()) as { response?: unknown };
      return body.response === 'success';
    } catch {
      return false;
    }
  }
}

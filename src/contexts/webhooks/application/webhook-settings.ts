/** What an installation decides about webhooks. */
export class WebhookSettings {
  constructor(
    /** Endpoints may be http, too; never in production. */
    readonly allowsPlainHttp: boolean,
    /** How long webhooks that have succeeded are kept. */
    readonly keptMs: number,
  ) {}
}

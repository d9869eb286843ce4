export class WebhookSettings {
  constructor(
    /** Permits http endpoints; never in production. */
    readonly allowsPlainHttp: boolean,
    readonly retentionMs: number,
  ) {}
}

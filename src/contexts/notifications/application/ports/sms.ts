/** `unavailable`: certainly not sent, and may be tried again; `unconfigured`: there is no gateway. */
export type SmsOutcome = 'sent' | 'refused' | 'unavailable' | 'unconfigured';

export abstract class Sms {
  /** Messages are files of this machine, which their recipients do not get. */
  readonly writesFiles: boolean = false;
  /** At once. Call it outside of a unit of work. @param to in E.164 */
  abstract send(to: string, text: string): Promise<SmsOutcome>;
}

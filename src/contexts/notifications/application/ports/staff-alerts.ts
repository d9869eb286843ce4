/** What staff are told by mail, where addresses are configured for it. */
export abstract class StaffAlerts {
  /** In the caller's unit of work. @param description names records by id or reference; holds no secrets and no words of users */
  abstract add(description: string): Promise<void>;
}

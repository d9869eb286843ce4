/** A `Caller` satisfies it. */
export interface StaffMember {
  readonly userId: string;
  readonly ip: string;
}

/** The staff member who changes something; a `Caller` is one. */
export interface StaffMember {
  readonly userId: string;
  readonly ip: string;
}

/** A person as an authority has them. */
export interface SimulatedPerson {
  readonly firstName: string;
  readonly middleName?: string;
  readonly lastName: string;
  /** YYYY-MM-DD. */
  readonly birth: string;
  readonly nin?: string;
}

/** What is answered about a number instead of a person. */
export type SimulatedRefusal = 'not_found' | 'watch_listed' | 'source_down' | 'balance_empty' | 'pending';

/** The people and numbers of an authority, and what was asked. */
export class IdentityBooks {
  readonly people = new Map<string, SimulatedPerson>();
  readonly refusals = new Map<string, SimulatedRefusal>();
  /** Numbers of people whose photo is another one than any selfie. */
  readonly otherFaces = new Set<string>();
  /** Each is charged, also what is not found. */
  readonly charged: string[] = [];

  answerAbout(number: string): SimulatedPerson | SimulatedRefusal {
    const refusal = this.refusals.get(number);
    if (refusal !== 'source_down' && refusal !== 'balance_empty') this.charged.push(number);
    return refusal ?? this.people.get(number) ?? 'not_found';
  }
}

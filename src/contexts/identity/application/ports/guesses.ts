/** Whose secret is guessed, and from where; both together are counted. */
export interface Guesser {
  /** An e-mail address, which may or may not be an account's, or another name of what is guessed at. */
  readonly email: string;
  /** Empty where guesses from everywhere count together. */
  readonly ip: string;
}

/** Slows down whoever keeps guessing: after five failures 1 s, doubling to 15 min. */
export abstract class Guesses {
  /**
   * Whether the guess is right. It is counted before it is looked at, so that many at once get no more tries than one after
   * the other; a right one forgets the failures. Call it outside of a unit of work: what is undone there must not be uncounted.
   * @throws Failure `identity.login_delayed` after too many failures, before the guess is looked at
   */
  abstract limit(guesser: Guesser, guess: () => Promise<boolean>): Promise<boolean>;
}

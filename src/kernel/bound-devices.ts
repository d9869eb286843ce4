/** Which device of a user pays. */
export abstract class BoundDevices {
  /** Unix ms; undefined where no device is bound. */
  abstract newestBoundAt(userId: string): Promise<number | undefined>;
}

/** What a user confirms with a bound device, where the service requires it. */
export abstract class PaymentConfirmations {
  /** @throws Failure where it is required and the confirmation is missing, or is not over exactly this */
  abstract require(
    userId: string,
    action: string,
    parameters: Readonly<Record<string, string>>,
    confirmation: string | undefined,
  ): Promise<void>;
}

export class NoBoundDevices extends BoundDevices {
  newestBoundAt(): Promise<undefined> {
    return Promise.resolve(undefined);
  }
}

export class NoConfirmations extends PaymentConfirmations {
  require(): Promise<void> {
    return Promise.resolve();
  }
}

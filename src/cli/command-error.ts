/** An expected error whose message is meant for the operator. */
export class CommandError extends Error {}

export class UsageError extends CommandError {}

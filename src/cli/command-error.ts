/** An expected error whose message is meant for the operator. */
export class CommandError extends Error {}

/** The options make no sense together, whatever the data. */
export class UsageError extends CommandError {}

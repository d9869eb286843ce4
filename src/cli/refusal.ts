/** A command says no; the message tells the operator why. */
export class Refusal extends Error {}

/** The command makes no sense here, whatever the data are. */
export class Misuse extends Refusal {}

/** A request that the sandbox cannot do; the text is for the developer. */
export class SandboxRefusal extends Error {}

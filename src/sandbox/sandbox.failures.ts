/** What the sandbox is asked to do and cannot; the text is for the developer. */
export class SandboxRefusal extends Error {}

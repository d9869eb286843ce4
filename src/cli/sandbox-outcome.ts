import type { SandboxOutcome } from '../sandbox/outcome-names.js';
import { SandboxOutcomes } from '../sandbox/sandbox-outcomes.js';
import type { CommandLine, CommonOptions } from './command-line.js';
import { requireSandbox } from './require-sandbox.js';

/** Ends an undecided purchase at the sandbox provider; the running service learns it at its next query, within seconds. */
export function sandboxOutcome(cli: CommandLine, order: string, outcome: SandboxOutcome, options: CommonOptions): Promise<void> {
  return cli.run(options, async (context) => {
    requireSandbox(context.config);
    await (await context.get(SandboxOutcomes)).decide(order, outcome);
    return { data: { order, outcome }, lines: [`The sandbox now says of ${order}: ${outcome}`] };
  });
}

import { Argument } from 'commander';
import { SANDBOX_OUTCOMES, type SandboxOutcome, SandboxOutcomes } from '../sandbox/sandbox-outcomes.js';
import type { CommandLine } from './command-line.js';
import { requireSandbox } from './require-sandbox.js';

/** Ends an undecided purchase at the sandbox provider; the running service learns it at its next query, within seconds. */
export function sandboxOutcome(cli: CommandLine): void {
  cli
    .command('sandbox:outcome', 'decide what the sandbox provider answers of a purchase; in the sandbox only')
    .argument('<order>', 'order ID of the purchase')
    .addArgument(new Argument('<outcome>', 'delivered and failed for an undecided one').choices(SANDBOX_OUTCOMES))
    .action((order: string, outcome: SandboxOutcome, options: { json?: boolean }) =>
      cli.run(options, async (context) => {
        requireSandbox(context.config);
        await (await context.get(SandboxOutcomes)).decide(order, outcome);
        return { data: { order, outcome }, lines: [`The sandbox now says of ${order}: ${outcome}`] };
      }),
    );
}

import { parseArgs, type ParseArgsConfig } from 'node:util';

type Options = NonNullable<ParseArgsConfig['options']>;

/** Of the command line; ends the process with what there is where one is unknown. */
export function readOptions<Known extends Options>(options: Known) {
  try {
    return parseArgs({ options }).values;
  } catch (error) {
    const names = Object.keys(options).map((name) => `--${name}`);
    console.error(`${(error as Error).message}\nThere are ${names.join(', ')} (docs/performance.md).`);
    process.exit(2);
  }
}

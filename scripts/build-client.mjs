/** Before `npm pack` of packages/client: compiles it where it is outdated. */
import { buildClient, isClientBuilt } from './lib/build-client.mjs';
import { prepare } from './lib/prepare.mjs';

await prepare({ build: false });
if (!isClientBuilt()) await buildClient();

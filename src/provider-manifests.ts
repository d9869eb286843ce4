import { join } from 'node:path';
import { findManifests } from './platform/providers/configured-providers.js';

/** What the adapters of all providers say of themselves, found by their folders. */
export const PROVIDER_MANIFESTS = await findManifests(join(import.meta.dirname, 'contexts'));

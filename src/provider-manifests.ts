import { join } from 'node:path';
import { findManifests } from './platform/providers/configured-providers.js';

/** The descriptions of all providers by their adapters, found by their folders. */
export const PROVIDER_MANIFESTS = await findManifests(join(import.meta.dirname, 'contexts'));

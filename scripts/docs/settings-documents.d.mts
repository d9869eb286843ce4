import type { DescribedGroup } from '../../src/platform/config/settings/describe-settings.js';

/** The text of each document by its path. */
export function settingsDocuments(groups: readonly DescribedGroup[]): Record<string, string>;

export { type ProviderFigures, ProviderFigureSource } from './application/provider-figure-sources.js';
export { type ProviderRecord, ShowProviders } from './application/show-providers.js';
export { medianSeconds } from './domain/median-seconds.js';
export { ProviderSwitches } from './application/ports.js';
export {
  ProviderRecords,
  ProviderRecordSources,
  type ReconciledProvider,
  UnreadListing,
} from './application/provider-records.js';

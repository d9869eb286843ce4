export {
  NO_FIGURES,
  type ProviderFigures,
  ProviderFigureSource,
  type ProviderRecord,
  Providers,
  medianSeconds,
  ProviderSwitches,
} from './providers.js';
export { ProviderRecords, ProviderRecordSources, type ReconciledProvider, UnreadListing } from './provider-records.js';

export {
  NO_FIGURES,
  type ProviderFigures,
  ProviderFigureSource,
  type ProviderRecord,
  Providers,
  medianSeconds,
  ProviderSwitches,
  ProviderRecords,
  ProviderRecordSources,
  type ReconciledProvider,
  UnreadListing,
} from './providers.js';

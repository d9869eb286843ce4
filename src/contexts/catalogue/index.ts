export { ChooseRoute, type ChosenRoute } from './routes.js';
export {
  type BillerFigures,
  BillerFigureSource,
  Catalogue,
  CatalogueEntries,
  Surcharges,
  SyncCatalogue,
  catalogueFailures,
  customerIdOf,
  type Biller,
  CatalogueSnapshot,
  type Item,
} from './catalogue.js';

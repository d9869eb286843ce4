export { ChooseRoute, type ChosenRoute } from './application/choose-route.js';
export { type BillerFigures, BillerFigureSource, Catalogue, CatalogueEntries } from './application/ports.js';
export { Surcharges } from './application/surcharges.js';
export { SyncCatalogue } from './application/sync-catalogue.js';
export { catalogueFailures } from './domain/catalogue.failures.js';
export { type Biller, CatalogueSnapshot, type Item } from './domain/catalogue.js';

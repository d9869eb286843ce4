export { ChooseRoute, type ChosenRoute } from './application/choose-route.js';
export { CatalogueEntries } from './application/ports/catalogue-entries.js';
export { BillerFigureSource, type BillerFigures } from './application/ports/biller-figures.js';
export { Catalogue } from './application/ports/catalogue.js';
export { SyncCatalogue } from './application/sync-catalogue.js';
export { catalogueFailures } from './domain/catalogue.failures.js';
export { type Biller, CatalogueSnapshot, type Item } from './domain/catalogue.js';

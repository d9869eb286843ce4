export { ChooseRoute, type ChosenRoute } from './application/choose-route.js';
export { Assortment } from './application/ports/assortment.js';
export { BillerFigureSource, type BillerFigures } from './application/ports/biller-figures.js';
export { Catalogue } from './application/ports/catalogue.js';
export { SyncCatalogue } from './application/sync-catalogue.js';
export { catalogueFailures } from './domain/catalogue.failures.js';
export { type Biller, CatalogueSnapshot, type Item } from './domain/catalogue.js';

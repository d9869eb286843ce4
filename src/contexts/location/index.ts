/** The public face of location: ports and types. */
export { Places } from './application/ports/places.js';
export { countryName, UNKNOWN_COUNTRY } from './domain/countries.js';
export type { Place } from './domain/place.js';

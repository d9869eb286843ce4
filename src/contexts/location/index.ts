export { IpGeolocation } from './application/ports.js';
export { countryName, UNKNOWN_COUNTRY } from './domain/countries.js';
export type { Place } from './domain/place.js';

export { IpGeolocation, countryName, UNKNOWN_COUNTRY, type Place } from './location.js';

/** The public face of billing: ports and types. */
export { Assortment, type Trade, Trades } from './application/ports/trades.js';

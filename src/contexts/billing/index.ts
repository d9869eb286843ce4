export { Assortment, type Trade, Trades } from './application/ports/trades.js';

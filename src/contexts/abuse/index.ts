export { type Block, type BlockFilter, Blocks } from './application/ports.js';

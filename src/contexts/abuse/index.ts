export { type Block, type BlockFilter, Blocks } from './application/ports/blocks.js';

export { type Block, type BlockFilter, Blocks } from './budgets.js';

export { type RebuildResult, RebuildStatistics } from './counting.js';

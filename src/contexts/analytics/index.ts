export { type RebuildResult, RebuildStatistics } from './application/rebuild-statistics.js';

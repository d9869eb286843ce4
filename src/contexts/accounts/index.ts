export {
  AccountAdministration,
  ClosingObstacleSource,
  type Figures,
  UserFigures,
  UserFiguresSource,
  UserNumbersSource,
} from './application/ports.js';
export { CloseAccount } from './application/close-account.js';

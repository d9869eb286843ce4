export { ClosingObstacleSource, BeginClosing, CloseAccount } from './closing.js';
export {
  type Figures,
  UserFigures,
  UserFiguresSource,
  UserNumbers,
  UserNumbersSource,
  type Profile,
  ShowProfile,
} from './profile.js';

export { ClosingObstacleSource, BeginClosing, CloseAccount } from './closing.js';
export {
  NameReview,
  type Figures,
  UserFigures,
  UserFiguresSource,
  UserNumbers,
  UserNumbersSource,
  type Profile,
  ShowProfile,
} from './profile.js';

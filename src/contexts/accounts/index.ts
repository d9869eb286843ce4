export {
  ClosingObstacleSource,
  type Figures,
  UserFigures,
  UserFiguresSource,
  UserNumbers,
  UserNumbersSource,
} from './application/ports.js';
export { BeginClosing } from './application/begin-closing.js';
export { CloseAccount } from './application/close-account.js';
export { type Profile, ShowProfile } from './application/show-profile.js';

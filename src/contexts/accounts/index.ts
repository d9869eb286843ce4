export { AccountAdministration } from './application/ports/account-administration.js';
export { ClosingObstacleSource } from './application/ports/closing-obstacles.js';
export { type Figures, UserFigures, UserFiguresSource } from './application/ports/user-figures.js';
export { UserNumbersSource } from './application/ports/user-numbers.js';
export { CloseAccount } from './application/close-account.js';

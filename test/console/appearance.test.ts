import { useConsole } from './support/console.js';
import './appearance.cases.js';
import './dialogs.cases.js';
import './paint.cases.js';
import './states.cases.js';

useConsole();

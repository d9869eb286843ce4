import { useConsole } from './support/console.js';
import './screens.cases.js';
import './states.cases.js';

useConsole();

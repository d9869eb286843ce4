import { useConsole } from './support/console.js';
import './screens.cases.js';
import './serving.cases.js';

useConsole();

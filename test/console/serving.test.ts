import { useConsole } from './support/console.js';
import './serving.cases.js';

useConsole();

import { useConsole } from './support/console.js';
import './appearance.cases.js';

useConsole();

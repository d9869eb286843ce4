import { useConsole } from './support/console.js';
import './sessions.cases.js';
import './users.cases.js';
import './blocks.cases.js';
import './keyboard.cases.js';
import './work.cases.js';
import './books.cases.js';
import './details.cases.js';
import './lists.cases.js';
import './account.cases.js';

useConsole();

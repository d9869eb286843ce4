import { useConsole } from './support/console.js';
import './day/purchases.cases.js';
import './day/people.cases.js';
import './day/money.cases.js';
import './day/books.cases.js';
import './day/service.cases.js';

useConsole();

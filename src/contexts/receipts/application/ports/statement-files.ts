import { FileRequests } from '../../../files/index.js';
import type { StatementFile } from '../../domain/statement-file.js';

export abstract class StatementFiles extends FileRequests<StatementFile> {}

import { Code, Optional, Password } from '../../platform/http/input.decorators.js';
import type { OwnerSecrets } from '../sign-in/index.js';

export class DataExportInput {
  @Optional() @Password() pswd?: string;
  @Optional() @Code() code?: string;

  get secrets(): OwnerSecrets {
    return { password: this.pswd, code: this.code };
  }
}

/** Says in one sentence why a program is not here and cannot be made here: no test that needs it can run, and none has failed. */
export class NotToBeHad extends Error {
  override readonly name = 'NotToBeHad';
}

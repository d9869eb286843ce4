/** With the id of the payment. No provider is called so. */
export const REVERSAL_LOG = 'deposit:reversed:';

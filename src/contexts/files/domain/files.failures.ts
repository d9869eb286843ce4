import { failures } from '../../../kernel/failure.js';

export const fileFailures = failures('files', {
  name_invalid: ['invalid', 'The file has no usable name'],
  extension_not_allowed: ['invalid', 'Files of this kind are not allowed'],
  content_mismatch: ['invalid', 'The content of the file is not what its extension says'],
  empty: ['invalid', 'The file is empty'],
  too_large: ['too_large', 'The file is larger than 10 MB'],
  quota_exceeded: ['too_large', 'There is no room for this file, please delete others first'],
  system_directory: ['forbidden', "Oops, you don't have the necessary permission for this request"],
  staff_only: ['forbidden', "Oops, you don't have the necessary permission for this request"],
  not_yours: ['forbidden', "Oops, you don't have the necessary permission for this request"],
  not_found: ['not_found', "We couldn't find any record matching your query"],
});

import { useSessionStorage } from '@mantine/hooks';
import { useProfile } from '../session/profile.js';

const PREFIX = 'harmattan-draft-';

/**
 * What somebody writes: this tab keeps it when the page is loaded anew or left, until it is sent or they sign out. No codes and no
 * passwords. @param name of the form and its record
 */
export function useDraft<T>(name: string, initial: T) {
  const { userid } = useProfile();
  const [value, set, forget] = useSessionStorage<T>({
    key: `${PREFIX}${userid}-${name}`,
    defaultValue: initial,
    getInitialValueInEffect: false,
  });
  return { value, set, forget };
}

export function forgetDrafts(): void {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
}

/** How `findUser` finds a user, for the help texts. */
export const USER_HELP = 'e-mail address, user id or reference ID';

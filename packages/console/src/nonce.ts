/** For style tags made at run time; the service writes it into the page. */
export const NONCE = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';

// By this name the library that keeps the page from scrolling behind a dialog reads it.
Object.assign(globalThis, { ['__webpack_nonce__']: NONCE });

/** Stops the story where something is not as told. */
export function same(what, found, told) {
  const [is, should] = [JSON.stringify(found), JSON.stringify(told)];
  if (is !== should) throw new Error(`Not as told: ${what} is ${is} and should be ${should}`);
}

/** Which tests of the rotation go with a change: a part by its tree, and those of what it touches. */
import { createHash } from 'node:crypto';

const PARTS = 5;

/**
 * @param {Readonly<Record<string, readonly string[]>>} rotation test files, each with the beginnings of the paths that it is about
 * @param {string} tree hash of the tree: with the same one the same part
 * @param {readonly string[]} changed paths
 */
export function sliceOf(rotation, tree, changed) {
  const part = numberOf(tree);
  return Object.entries(rotation)
    .filter(
      ([test, about]) =>
        numberOf(test) === part || changed.some((path) => [test, ...about].some((start) => path.startsWith(start))),
    )
    .map(([test]) => test);
}

function numberOf(text) {
  return createHash('sha256').update(text).digest().readUInt32BE() % PARTS;
}

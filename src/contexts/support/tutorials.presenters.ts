import type { Tutorial } from './domain/tutorial.js';

export function presentTutorial({ id, title, content, videoUrl, coverUrl, status, createdAt }: Tutorial) {
  return { marker: id, ttle: title, cntx: content, vurl: videoUrl, purl: coverUrl, status, recorded: String(createdAt) };
}

export function presentRemoval({ isPermanent }: { readonly isPermanent: boolean }) {
  return { COMMENT: isPermanent ? 'The tutorial was deleted for good' : 'The tutorial was removed' };
}

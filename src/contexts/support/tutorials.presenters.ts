import type { Page } from '../../kernel/pagination.js';
import type { Tutorial } from './domain/tutorial.js';

export function presentTutorial({ id, title, content, videoUrl, coverUrl, status, createdAt }: Tutorial) {
  return { marker: id, ttle: title, cntx: content, vurl: videoUrl, purl: coverUrl, status, recorded: String(createdAt) };
}

export function presentTutorials(page: Page<Tutorial>) {
  return {
    result: page.items.map(presentTutorial),
    pagination: page.next === undefined ? '' : String(page.next),
  };
}

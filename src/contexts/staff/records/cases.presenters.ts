import type { Page } from '../../../kernel/pagination.js';
import type { TimelineEntry } from '../../../kernel/timeline.js';
import { pageOf } from '../../../platform/http/presenting.js';
import type { CaseWithNotes, Colleague, ShownCase } from './application/list-cases.js';
import { caseMarker, type CaseNote } from './domain/case.js';

const presentPage = pageOf(presentCase);

export function presentCases(found: Page<ShownCase> | CaseWithNotes) {
  if ('items' in found) return presentPage(found);
  return { ...presentCase(found), notes: found.notes.map(presentNote), colleagues: found.colleagues.map(presentColleague) };
}

function presentCase({ kind, id, title, detail, status, isOpen, userId, ownerId, dueAt, createdAt }: ShownCase) {
  return {
    marker: caseMarker(kind, id),
    kind,
    record: id,
    title,
    detail,
    status,
    open: isOpen,
    userid: userId,
    owner: ownerId,
    due: dueAt === undefined ? '' : String(dueAt),
    recorded: String(createdAt),
  };
}

function presentColleague({ userId, name }: Colleague) {
  return { userid: userId, agentname: name };
}

function presentNote({ id, authorId, text, mentions, createdAt }: CaseNote) {
  return { marker: id, author: authorId, note: text, mentions: [...mentions], recorded: String(createdAt) };
}

export function presentEntry({ at, part, what, detail, userId, about }: TimelineEntry) {
  return {
    part,
    what,
    detail,
    actor: userId,
    kind: about?.kind ?? '',
    record: about?.id ?? '',
    recorded: String(at),
  };
}

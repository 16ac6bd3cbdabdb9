import {
  addCollection,
  changeCollection,
  type CollectionChange,
  type CollectionInput,
  collectionToEdit,
  restoreCollection as restoreStored,
  setCollectionWithdrawn,
} from '../../catalogue/service/edit-collection.server.ts'
import type { AuditAction } from '../../platform/audit/actions.ts'
import { entryInTransaction } from '../../platform/audit/audit-log.server.ts'
import { namedRevisions } from './named-revisions.server.ts'

function changeBy(actorId: number, action: AuditAction, detail = ''): CollectionChange {
  return {
    by: actorId,
    inTransaction: (subjectId) =>
      entryInTransaction({ actorId, action, subjectKind: 'collection', subjectId, detail }),
  }
}

/**
 * A collection to edit, with its earlier versions.
 * @throws DomainError not-found
 */
export async function collectionDetails(slug: string) {
  const collection = await collectionToEdit(slug)
  return { ...collection, revisions: await namedRevisions(collection.revisions) }
}

// Each of the following throws what the catalogue's function throws.

export const createCollection = (actorId: number, slug: string, input: CollectionInput) =>
  addCollection(slug, input, changeBy(actorId, 'collection.create', slug))

/** @param since the version that was edited */
export const editCollection = (
  actorId: number,
  slug: string,
  input: CollectionInput,
  since: string,
) => changeCollection(slug, input, since, changeBy(actorId, 'collection.edit'))

export const withdrawCollection = (actorId: number, slug: string, withdrawn: boolean) =>
  setCollectionWithdrawn(
    slug,
    withdrawn,
    changeBy(actorId, withdrawn ? 'collection.withdraw' : 'collection.put-back'),
  )

export const restoreCollection = (actorId: number, slug: string, revision: number) =>
  restoreStored(slug, revision, changeBy(actorId, 'collection.restore', `version ${revision}`))

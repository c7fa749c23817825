import { NOWHERE, type Session } from '../store/session.ts'
import { addLink } from './add-link.ts'
import { spend, spentOf } from './budgets.ts'
import { deleteObject, updateObject } from './change-object.ts'
import { countDuplicates, duplicatePairs, namesOfPairs } from './duplicates.ts'
import { keepExtracted, lookAhead, readBefore } from './extracted.ts'
import { getObject } from './get-object.ts'
import { invalidateLink } from './invalidate-link.ts'
import { getStatistics, listHistory, listObjects } from './lists.ts'
import { mergeObjects, mergePair } from './merge.ts'
import { checkLines, exportPart, importLines, open } from './portable.ts'
import { search } from './search.ts'
import { countLinks, idsOfNames, linksNamed, selectLinks } from './selection.ts'
import { findPath, getNeighbourhood } from './walk.ts'

/** What can be asked of a graph. Input and answer are plain JSON: they may go to another thread. */
export const READS = {
  ping: async () => null,
  isThere: async ({ namespace }: Session) => namespace !== NOWHERE,
  getObject,
  listObjects,
  listHistory,
  getStatistics,
  search,
  getNeighbourhood,
  findPath,
  exportPart,
  checkLines,
  lookAhead,
  readBefore,
  spentOf,
  selectLinks,
  countLinks,
  linksNamed,
  idsOfNames,
  duplicatePairs,
  countDuplicates,
  namesOfPairs
}

/** What changes it, each all or nothing. */
export const WRITES = {
  open,
  addLink,
  invalidateLink,
  updateObject,
  deleteObject,
  mergeObjects,
  mergePair,
  importLines,
  keepExtracted,
  spend
}

export type Reads = typeof READS
export type Writes = typeof WRITES

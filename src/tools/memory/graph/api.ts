import { NO_NAMESPACE, type Session } from '../store/session.ts'
import { deleteEpisode, listEpisodes } from './episodes.ts'
import { keepExtracted, lookAhead, readBefore, spend, spentOf } from './extracted-facts.ts'
import { checkLines, exportPart, importLines, open } from './import-export.ts'
import { addLink } from './links/add.ts'
import { invalidateLink } from './links/invalidate.ts'
import { countLinks, idsOfNames, linksNamed, selectLinks } from './links/select.ts'
import { deleteLink, updateLink } from './links/update.ts'
import { getStatistics, listHistory, listObjects } from './lists.ts'
import { getObject } from './objects/get.ts'
import { countDuplicates, duplicatePairs, mergeObjects, mergePair, namesOfPairs } from './objects/merge.ts'
import { deleteObject, updateObject } from './objects/update.ts'
import { countPartsNaming, erasePart, findPerson, namingParts, partsNaming } from './person/erase.ts'
import { search } from './search.ts'
import { findPath, getNeighbourhood } from './traverse.ts'
import { keepVectors, withoutVector } from './vectors.ts'

/** Reads of a graph. Inputs and outputs are plain JSON, so they can be sent to another thread. */
export const READS = {
  ping: async () => null,
  isThere: async ({ namespace }: Session) => namespace !== NO_NAMESPACE,
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
  namesOfPairs,
  findPerson,
  partsNaming,
  countPartsNaming,
  namingParts,
  withoutVector,
  listEpisodes
}

/** Writes to a graph. Each one is atomic. */
export const WRITES = {
  open,
  addLink,
  invalidateLink,
  updateLink,
  deleteLink,
  updateObject,
  deleteObject,
  mergeObjects,
  mergePair,
  importLines,
  keepExtracted,
  spend,
  erasePart,
  keepVectors,
  deleteEpisode
}

export type Reads = typeof READS
export type Writes = typeof WRITES

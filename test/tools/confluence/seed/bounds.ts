import { deadline, events, limits, otherwise, type Rows, reading, shown } from './rows.ts'

const TIMES = limits("each operation of the seed has the seed's response time as its deadline")
const ENDS = deadline('a call that exceeds its deadline returns the limit and what to do')
const THOUSAND = limits('a list and a search collect at most a thousand items in one call')
const NO_SWEEP = 'nothing is swept: what is too old is not answered, and what is too much is dropped as it comes'
const BOUNDED = limits('the cache is bounded in size: large pages evict older ones, and one that exceeds the whole cache is not kept')

export const RESPONSE_TIMES: Rows = {
  'maxResponseTimes.get': shown(TIMES, ENDS),
  'maxResponseTimes.create': shown(TIMES, ENDS),
  'maxResponseTimes.update': shown(TIMES, ENDS),
  'maxResponseTimes.search': shown(TIMES, ENDS),
  'maxResponseTimes.list': shown(TIMES, ENDS),
  'maxResponseTimes.spaces': shown(TIMES, ENDS),
  'maxResponseTimes.attachments': shown(TIMES, ENDS),
  reportProgress: shown(events('progress is sent at most once a second')),
  progressInterval: shown(events('progress is sent at most once a second')),
  timeoutBehavior: otherwise(
    'partial is for lists, searches and trees: the rest has no part to tell',
    ENDS,
    deadline('pages collected before the deadline are returned with the cursor of the next one')
  ),
  timeoutMessage: shown(ENDS)
}

export const MEMORY: Rows = {
  maxContentSize: shown(limits('a page of more than 10 MB is refused, and can be read without its body'), [
    'lib/http.test.ts',
    'a response over 10 MB is refused while it arrives, and not collected'
  ]),
  maxSearchResults: shown(THOUSAND),
  maxListResults: shown(THOUSAND),
  cacheSize: shown(
    limits('the cache keeps at most the latest hundred entries'),
    limits('the cache keeps page for 5 min and no longer'),
    reading('a cached read is returned again unless a fresh one is requested, and REST returns 304')
  ),
  cleanupInterval: otherwise(NO_SWEEP, limits('the cache keeps page for 5 min and no longer')),
  cleanupThreshold: otherwise(NO_SWEEP, BOUNDED)
}
